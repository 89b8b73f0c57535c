/* The match: its state, its lists, and what its rules can do to its course. */
static I s[SIZE + 1];
static V z[LISTS + 1];
static I asked_;
static ST *stack_(void);
static void ask_(I player, I question, const V *options, ST *st);
static void forked_(ST *st, I waiting);
__attribute__((noreturn)) static void end_(V *ranking, I width);
static void dead_(ST *st, I v) { broken(); }

/* What is looked up and must be there. */
#define need_(p) ({ __auto_type found_ = (p); if (!found_) broken(); found_; })

/* Rules may ask themselves, but not without end: the stack is Python's own. */
#define DEEPEST 120000 /* bytes: some hundred calls, and less than any thread has */
static uintptr_t floor_;
static inline void deep_(void) { if ((uintptr_t)__builtin_frame_address(0) < floor_) broken(); }

/* Rows that devices have from Python: how many numbers, and then the numbers. They stay as long as the library. For one that is
   not there yet the playout ends; Python tells it, and has the playout begin anew. */
typedef struct row {
    struct row *next;
    I device, a, b;
    I numbers[];
} ROW_;
static ROW_ *told_;
static I wanted_[3];
static const I *row_(I device, I a, I b) {
    for (ROW_ *row = told_; row; row = row->next)
        if (row->device == device && row->a == a && row->b == b) return row->numbers;
    wanted_[0] = device; wanted_[1] = a; wanted_[2] = b;
    longjmp(out_, WANTED);
}

const I *wanted(void) { return wanted_; }
I tell(const I *numbers) { /* what was wanted last; 0 where there is no room for it */
    ROW_ *row = malloc(sizeof(ROW_) + (*numbers + 1) * sizeof(I));
    if (!row) return 0;
    row->device = wanted_[0]; row->a = wanted_[1]; row->b = wanted_[2];
    memcpy(row->numbers, numbers, (*numbers + 1) * sizeof(I));
    row->next = told_;
    told_ = row;
    return 1;
}

/* What is kept before something is tried, and put back when it fails. */
static V *keep_(void) {
    V *kept = room_((LISTS + 1) * sizeof(V));
    for (I k = 0; k < LISTS; k++) kept[k] = *vcopy(&z[k]);
    return kept;
}

static void put_back_(const V *kept) {
    for (I k = 0; k < LISTS; k++) {
        z[k].n = 0;
        vadd(&z[k], &kept[k]);
    }
}
