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

/* Devices ask Python for lists of numbers: how many, and then the numbers. A row is theirs: it stays as long as the library. */
typedef const I *(*ROWS)(I device, I a, I b);
static ROWS rows_;
void rows(ROWS of) { rows_ = of; }
static const I *row_(I device, I a, I b) {
    const I *told = rows_(device, a, b);
    if (!told) broken(); /* Python was interrupted */
    size_t size = (*told + 1) * sizeof(I);
    I *mine = malloc(size);
    if (!mine) broken();
    return memcpy(mine, told, size);
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
