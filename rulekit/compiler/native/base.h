/* What the C of a module stands on: lists of numbers, an arena for what lives between two questions, chance, failure.
   The words are those of rulekit/runtime/prelude.py, dice.py and chance.py, and do the same. */
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef long long I;
typedef unsigned long long U;

/* A list of numbers. One that lies in the state is on the heap and stays; all others are in the arena. */
typedef struct {
    I n, room;
    I *a;
    I heap;
} V;

/* A set of numbers: a list of them, and a table to find them in. */
typedef struct {
    V *v;
    I room, gone;
    I *table;
} S;

/* What tells alike things apart: see prelude.sort_of. */
typedef struct {
    I low, high;
    const I *group;
    I reads;
    const I *read;
    I pointers;
    const I *pointer;
} SORT;

/* A stack of frames, each written slot by slot (a list as its numbers and then how many), its step last. */
typedef struct {
    I n, room, used;
    I *a;
} ST;

typedef struct {
    I player, question;
    V options;
    ST *st;
} ASK;

enum { PLAYED = 0, ENDED = 1, FAILED = 2, BROKEN = 3, WANTED = 4 };

static jmp_buf out_;
static I failed_line_;

__attribute__((noreturn, cold)) static void fail(I line) {
    failed_line_ = line;
    longjmp(out_, FAILED);
}

/* What Python would refuse as well: an index outside a list. */
__attribute__((noreturn, cold)) static void broken(void) { longjmp(out_, BROKEN); }

/* Python hears of a Ctrl-C only when it is asked: now and then, wherever something may go on for long. Whoever called the
   library hears of it then. */
static int (*signals_)(void);
static U ticks_;
static inline void tick_(void) { if (__builtin_expect(!(++ticks_ & 1023), 0) && signals_()) broken(); }

static inline I index_(I k, I n) {
    if (__builtin_expect((U)k < (U)n, 1)) return k;
    if (k >= 0 || k + n < 0) broken();
    return k + n;
}

/* Python's numbers have no end; where these have theirs, Python plays. */
static inline I add_(I a, I b) { I n; if (__builtin_add_overflow(a, b, &n)) broken(); return n; }
static inline I sub_(I a, I b) { I n; if (__builtin_sub_overflow(a, b, &n)) broken(); return n; }
static inline I mul_(I a, I b) { I n; if (__builtin_mul_overflow(a, b, &n)) broken(); return n; }

#define CHUNK (1 << 20)
typedef struct chunk {
    struct chunk *next;
    size_t size;
    char data[];
} CHUNK_;
static CHUNK_ *first_, *now_;
static size_t filled_, held_;
#define MOST_ROOM ((size_t)1 << 30)

/* Where somebody looks for mistakes (-fsanitize=address), nothing of the arena can be used but what was given out since the last
   question, and between two pieces lies a gap. */
#ifdef __SANITIZE_ADDRESS__
void __asan_poison_memory_region(const volatile void *, size_t);
void __asan_unpoison_memory_region(const volatile void *, size_t);
enum { GAP = 16 };
#define hide_ __asan_poison_memory_region
#define show_ __asan_unpoison_memory_region
#else
enum { GAP = 0 };
#define hide_(from, size) ((void)0)
#define show_(from, size) ((void)0)
#endif

static void *room_(size_t wanted) {
    if (wanted > MOST_ROOM) broken();
    size_t size = ((wanted + 15) & ~(size_t)15) + GAP;
    if (!now_ || filled_ + size > now_->size) {
        CHUNK_ *next = now_ ? now_->next : first_;
        if (!next || next->size < size) {
            size_t whole = size > CHUNK ? size : CHUNK;
            if (held_ + whole > MOST_ROOM) broken();
            CHUNK_ *made = malloc(sizeof(CHUNK_) + whole);
            if (!made) broken();
            held_ += whole;
            made->size = whole;
            made->next = next;
            hide_(made->data, whole);
            if (now_) now_->next = made; else first_ = made;
            next = made;
        }
        now_ = next;
        filled_ = 0;
    }
    void *found = now_->data + filled_;
    filled_ += size;
    show_(found, wanted);
    return found;
}

/* Room for so many numbers of a list. */
static I *numbers_(I n) {
    if ((U)n > MOST_ROOM / sizeof(I)) broken();
    return room_(n * sizeof(I));
}

/* What stays on the heap grows: twice as many numbers as there is room for, some at least. What was there stays if it fails. */
static void grow_(I **a, I *room, I least) {
    I more = *room ? *room * 2 : least;
    I *made = (U)more > MOST_ROOM / sizeof(I) ? 0 : realloc(*a, more * sizeof(I));
    if (!made) broken();
    *a = made;
    *room = more;
}

static inline void forget_(void) {
    if (GAP)
        for (CHUNK_ *chunk = first_; chunk; chunk = chunk->next) hide_(chunk->data, chunk->size);
    now_ = first_;
    filled_ = 0;
}
