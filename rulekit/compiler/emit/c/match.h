/* What rules can do to the course of a match: frames, questions, attempts, devices, the end. */
static __attribute__((noinline, cold)) void heighten(M *m, ST *st, I n) {
    V held = {st->n, st->room, st->a, 1};
    grow(m, &held, max(64, 2 * n));
    st->a = held.a;
    st->room = held.room;
}

/* Room for so many numbers on top of a stack. */
static inline I *lay(M *m, ST *st, I n) {
    while (__builtin_expect(st->n + n > st->room, 0)) heighten(m, st, st->n + n);
    st->n += n;
    return st->a + st->n - n;
}

static inline I *lay_list(I *to, const V *v) { /* its numbers, and how many; gives what lies behind them */
    for (I k = 0; k < v->n; k++) to[k] = v->a[k];
    to[v->n] = v->n;
    return to + v->n + 1;
}

static inline I take(M *m, ST *st) {
    if (__builtin_expect(st->n < 1, 0)) broken(m);
    return st->a[--st->n];
}

static V *take_list(M *m, ST *st) {
    I n = take(m, st);
    if ((U)n > (U)st->n) broken(m);
    V *v = op_empty(m, n);
    v->n = n;
    st->n -= n;
    copied(v->a, st->a + st->n, n);
    return v;
}

static void copy_to(M *m, V *v, const V *from) { /* into a list on the heap */
    v->heap = 1;
    while (__builtin_expect(from->n > v->room, 0)) { v->n = 0; grow(m, v, max(16, from->n)); }
    v->n = from->n;
    copied(v->a, from->a, from->n);
}

static ST *stack(M *m) {
    for (I k = 1; k < STACKS; k++) if (!m->stacks[k].used) { m->stacks[k].used = 1; m->stacks[k].n = 0; return &m->stacks[k]; }
    broken(m);
}

static void ask(M *m, ST *st, I player, I question, const V *options) {
    if (m->asked >= STACKS) broken(m);
    ASK *ask = &m->asks[m->asked++];
    ask->player = player; ask->question = question; ask->st = st;
    copy_to(m, &ask->options, options);
}

/* Goes on until somebody is asked, or until nothing lies on the stack any more. */
static void run(M *m, ST *st);

/* Behind what one player does at once with all others, up to his first question. */
static void forked(M *m, ST *st, I waiting) {
    if (m->asked == waiting) run(m, st);
    if (st->n) m->forks++;
    else st->used = 0;
}

__attribute__((noreturn)) static void finish(M *m, const V *ranking, I width) {
    copy_to(m, &m->ranking, ranking);
    m->width = width;
    longjmp(*m->out, ENDED);
}

/* A deed begins whose first question is for this player: when turns are counted, that of somebody else is over. */
static inline void turned(M *m, I player) {
    if (__builtin_expect(m->watched && player + 1 != m->watched, 0)) longjmp(*m->out, TURNED);
}

/* Something is supposed: what it changes is as before when it is over. What fails in it does so for nobody else. */
static SUPPOSED *suppose(M *m, I runs, I cards) {
    SUPPOSED *was = room(m, sizeof(SUPPOSED) + runs * sizeof(was->run[0]));
    was->runs = runs;
    was->z = cards ? room(m, LISTS * sizeof(V)) : 0;
    for (I k = 0; cards && k < LISTS; k++) was->z[k] = *op_list(m, &m->z[k]);
    was->outer = m->supposed; m->supposed = was;
    was->before = m->out; m->out = &was->here;
    return was;
}

static inline void keep(M *m, SUPPOSED *was, I k, I low, I many) {
    was->run[k].low = low; was->run[k].many = many;
    was->run[k].s = room(m, many * sizeof(S));
    memcpy(was->run[k].s, m->s + low, many * sizeof(S));
}

static void restore(M *m) {
    const SUPPOSED *was = m->supposed;
    for (I k = 0; k < was->runs; k++) memcpy(m->s + was->run[k].low, was->run[k].s, was->run[k].many * sizeof(S));
    for (I k = 0; was->z && k < LISTS; k++) copy_to(m, &m->z[k], &was->z[k]);
    m->supposed = was->outer;
    m->out = was->before;
}

static inline void supposed(M *m, int caught) { /* its end: what was no failure of the rules goes on outwards */
    restore(m);
    if (__builtin_expect(caught && caught != FAILED, 0)) longjmp(*m->out, caught);
}

/* Something is tried: when it fails in one of some lines before anything was drawn or asked, all is as it was before. */
typedef struct {
    jmp_buf here, *before;
    ST *st;
    I depth, asked, made, low, many;
    S *s;
    U drawn[STREAMS + 1];
    V *z;
} ATTEMPT;

static void try(M *m, ST *st, ATTEMPT *a, I low, I many, I cards) {
    a->before = m->out; m->out = &a->here;
    a->st = st; a->depth = st ? st->n : 0; a->asked = m->asked; a->made = m->made;
    a->low = low; a->many = many;
    a->s = room(m, many * sizeof(S));
    a->z = cards ? room(m, LISTS * sizeof(V)) : 0;
    memcpy(a->s, m->s + low, many * sizeof(S));
    for (I k = 0; cards && k < LISTS; k++) a->z[k] = *op_list(m, &m->z[k]);
    for (I k = 0; k < STREAMS; k++) a->drawn[k] = drawn(&m->streams[k]);
}

static void take_back(M *m, ATTEMPT *a, int caught, const I *lines, I n) {
    V may = {n, n, (I *)lines, 0};
    m->out = a->before;
    if (caught != FAILED || a->made != m->made || a->asked != m->asked || !has(&may, m->failed)) longjmp(*m->out, caught);
    for (I k = 0; k < STREAMS; k++) if (a->drawn[k] != drawn(&m->streams[k])) longjmp(*m->out, caught);
    if (a->st) a->st->n = a->depth;
    memcpy(m->s + a->low, a->s, a->many * sizeof(S));
    for (I k = 0; a->z && k < LISTS; k++) copy_to(m, &m->z[k], &a->z[k]);
}

/* Rows that devices have from Python: how many numbers, and then the numbers. They are the same for all matches; each is asked
   for once, and stays as long as the library. */
typedef struct row {
    struct row *next;
    I device, a, b;
    I numbers[];
} ROW;
static ROW *told;
static const I *row_(M *m, I device, I a, I b) {
    for (ROW *row = __atomic_load_n(&told, __ATOMIC_ACQUIRE); row; row = row->next)
        if (row->device == device && row->a == a && row->b == b) return row->numbers;
    const I *found = m->rows(device, a, b);
    ROW *row = found ? malloc(sizeof(ROW) + (*found + 1) * sizeof(I)) : 0;
    if (!row) broken(m);
    row->device = device; row->a = a; row->b = b;
    memcpy(row->numbers, found, (*found + 1) * sizeof(I));
    row->next = __atomic_load_n(&told, __ATOMIC_ACQUIRE);
    while (!__atomic_compare_exchange_n(&told, &row->next, row, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {}
    return row->numbers;
}
