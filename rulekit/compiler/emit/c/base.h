/* What the C of a module is built on: lists of numbers, the match with its work area, chance, failure. Many matches can be
   played in one library at the same time: nothing that changes in play is a global. */
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef long long I;
typedef unsigned long long U;
typedef int32_t S; /* a number of the state */

/* A list of numbers. One that lies in the match is on the heap and stays; all others are in the work area. */
typedef struct {
    I n, room;
    I *a;
    I heap;
} V;

/* What tells alike things apart: see interchangeable.Equivalence. */
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

/* A question that somebody has not answered yet, and the stack that waits for the answer. */
typedef struct {
    I player, question;
    V options;
    ST *st;
} ASK;

enum { ASKED = 1, ENDED = 2, FAILED = 3, BROKEN = 4, TURNED = 5 };
enum { STACKS = SEATS + 1 }; /* the main one, and one for each player where all do something at once */

/* What is only supposed: runs of numbers and, if they may change, the lists as they were before. Those that are not over yet
   hang together. */
typedef struct supposed {
    struct supposed *outer;
    jmp_buf here, *before;
    I runs;
    V *z;
    struct { I low, many; S *s; } run[];
} SUPPOSED;

/* A stream of chance: its key, the numbers of a block, the last first, how many of them are left, and its position after these. */
typedef struct {
    U at, left, key[4];
    unsigned numbers[16];
} CHANCE;

/* A match: its numbers and lists first, as in Python. */
typedef struct {
    S s[SIZE + 1];
    CHANCE streams[STREAMS + 1]; /* their numbers are longer */
    V z[LISTS + 1];
    jmp_buf *out;
    I failed; /* the rule line that could not be carried out */
    char *top, *low, *area; /* lists take the work area from below, those that grow from above */
    U chance, ticks; /* the fast generator of the answers; steps since the last one */
    CHANCE answers; /* their keyed stream in a game of bots */
    I keyed, recorded; /* whether they come from it; whether they are recorded */
    I work; /* what loops that can become long have done since then */
    I made, limit, width;
    const I *(*rows)(I device, I a, I b); /* asks Python for a row of a device; null where there is none */
    I heeds; /* whether signals are heard */
    I swayed; /* meanwhile: whether a step went on whose course may depend on the state */
    I watched; /* where turns are counted: the player whose turn it is, from 1; else 0 */
    SUPPOSED *supposed; /* the innermost supposition that is not over */
    I asked, forks; /* open questions; players who have not done their part of what all do at once */
    V ranking, words, choices;
    ST stacks[STACKS];
    ASK asks[STACKS];
} M;

__attribute__((noreturn, cold)) static void fail(M *m, I line) { m->failed = line; longjmp(*m->out, FAILED); }

/* What Python would refuse as well, or what goes beyond C: Python plays. */
__attribute__((noreturn, cold)) static void broken(M *m) { longjmp(*m->out, BROKEN); }

/* Python hears of a Ctrl-C only when it is asked: now and then, wherever something may go on for long. Whoever called the
   library hears of it then. Rules that take steps without end and ask nobody are left to Python, too. */
static int (*signals_)(void);
static inline void tick(M *m) {
    if (__builtin_expect(!(++m->ticks & 1023), 0) && (m->ticks > 1000000 || (m->heeds && signals_ && signals_()))) broken(m);
}

__attribute__((cold, noinline)) static I behind(M *m, I k, I n) {
    if (k >= 0 || k + n < 0) broken(m);
    return k + n;
}
static inline I at(M *m, I k, I n) { return __builtin_expect((U)k < (U)n, 1) ? k : behind(m, k, n); }

/* Python's numbers have no end; where these have theirs, Python plays. */
static inline I add(M *m, I a, I b) { I n; if (__builtin_add_overflow(a, b, &n)) broken(m); return n; }
static inline I sub(M *m, I a, I b) { I n; if (__builtin_sub_overflow(a, b, &n)) broken(m); return n; }
static inline I mul(M *m, I a, I b) { I n; if (__builtin_mul_overflow(a, b, &n)) broken(m); return n; }
static inline S small(M *m, I n) { if (__builtin_expect((S)n != n, 0)) broken(m); return (S)n; }
static inline I min(I a, I b) { return a < b ? a : b; }
static inline I max(I a, I b) { return a > b ? a : b; }
static inline I between(I low, I x, I high) { return low <= x && x <= high; }

static inline I floor_div(M *m, I a, I b) {
    if (!b) broken(m);
    if (b == -1) return sub(m, 0, a); /* the one quotient that may be too large */
    I q = a / b;
    return (a % b && (a < 0) != (b < 0)) ? q - 1 : q;
}

static inline I floor_mod(M *m, I a, I b) {
    if (!b) broken(m);
    if (b == -1) return 0;
    I r = a % b;
    return r && (r < 0) != (b < 0) ? r + b : r;
}

/* The work area of a match. Where somebody looks for mistakes (-fsanitize=address), nothing of it can be used but what is given
   out, and between two pieces lies a gap. */
#define AREA ((size_t)1 << 24)
#ifdef __SANITIZE_ADDRESS__
void __asan_poison_memory_region(const volatile void *, size_t);
void __asan_unpoison_memory_region(const volatile void *, size_t);
enum { GAP = 16 };
#define HIDE __asan_poison_memory_region
#define SHOW __asan_unpoison_memory_region
#else
enum { GAP = 0 };
#define HIDE(from, size) ((void)0)
#define SHOW(from, size) ((void)0)
#endif

static void *room(M *m, size_t size) {
    if (size > AREA) broken(m);
    size = (size + 15) & ~(size_t)15;
    if (__builtin_expect(size + GAP > (size_t)(m->low - m->top), 0)) broken(m);
    void *found = m->top;
    m->top += size + GAP;
    SHOW(found, size);
    return found;
}

static inline void release(M *m, char *mark) { HIDE(mark, m->top - mark); m->top = mark; }
static inline void release_low(M *m, char *low) { HIDE(m->low, low - m->low); m->low = low; }

/* Room for more numbers: twice as many as there are, some at least. On the heap what was there stays if it fails. */
__attribute__((noinline)) static void grow(M *m, V *v, I least) {
    I more = v->room * 2 < least ? least : v->room * 2;
    size_t size = (size_t)more * sizeof(I);
    I *made;
    if ((U)more > AREA) broken(m);
    if (v->heap) {
        made = realloc(v->a, size);
        if (!made) broken(m);
    } else {
        if (size + GAP + 16 > (size_t)(m->low - m->top)) broken(m);
        m->low -= (size + GAP + 15) & ~(size_t)15;
        made = (I *)m->low;
        SHOW(made, size);
        memcpy(made, v->a, v->n * sizeof(I));
    }
    v->a = made;
    v->room = more;
}
