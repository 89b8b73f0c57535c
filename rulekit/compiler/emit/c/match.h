/* What rules can do to the course of a match: frames, questions, attempts, devices, the end. */
static void lay(M *m, ST *st, I x) {
    if (__builtin_expect(st->n == st->room, 0)) {
        V held = {st->n, st->room, st->a, 1};
        grow(m, &held, 64);
        st->a = held.a;
        st->room = held.room;
    }
    st->a[st->n++] = x;
}

static void lay_list(M *m, ST *st, const V *v) {
    for (I k = 0; k < v->n; k++) lay(m, st, v->a[k]);
    lay(m, st, v->n);
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
    memcpy(v->a, st->a + st->n, n * sizeof(I));
    return v;
}

static void copy_to(M *m, V *v, const V *from) { /* into a list on the heap */
    v->heap = 1; v->n = 0;
    for (I k = 0; k < from->n; k++) op_append(m, v, from->a[k]);
}

static ST *stack(M *m) {
    for (I k = 1; k < STACKS; k++) if (!m->stacks[k].used) { m->stacks[k].used = 1; m->stacks[k].n = 0; return &m->stacks[k]; }
    broken(m);
}

static void ask(M *m, const V *options) {
    if (m->asked++) broken(m);
    copy_to(m, &m->options, options);
}

static void run(M *m, ST *st);

__attribute__((noreturn)) static void finish(M *m, const V *ranking, I width) {
    copy_to(m, &m->ranking, ranking);
    m->width = width;
    longjmp(*m->out, ENDED);
}

/* Something is tried: when it fails in one of some lines before anything was drawn or asked, all is as it was before. */
typedef struct {
    jmp_buf here, *before;
    I made, *s, streams[STREAMS + 1];
    V *z;
} ATTEMPT;

static void try(M *m, ATTEMPT *a, I counts, I cards) {
    a->before = m->out; m->out = &a->here; a->made = m->made;
    a->s = counts ? room(m, SIZE * sizeof(I)) : 0;
    a->z = cards ? room(m, LISTS * sizeof(V)) : 0;
    if (counts) memcpy(a->s, m->s, SIZE * sizeof(I));
    for (I k = 0; cards && k < LISTS; k++) a->z[k] = *op_list(m, &m->z[k]);
    for (I k = 0; k < STREAMS; k++) a->streams[k] = m->s[STREAM[k]];
}

static void take_back(M *m, ATTEMPT *a, int caught, const I *lines, I n) {
    V may = {n, n, (I *)lines, 0};
    m->out = a->before;
    if (caught != FAILED || a->made != m->made || (n >= 0 && !has(&may, m->failed))) longjmp(*m->out, caught);
    for (I k = 0; k < STREAMS; k++) if (a->streams[k] != m->s[STREAM[k]]) longjmp(*m->out, caught);
    if (a->s) memcpy(m->s, a->s, SIZE * sizeof(I));
    for (I k = 0; a->z && k < LISTS; k++) copy_to(m, &m->z[k], &a->z[k]);
}

/* Rows that devices have from Python: how many numbers, and then the numbers. They are the same for all matches and stay as long
   as the library. For one that is not there yet the playout ends; Python tells it, and has the playout begin anew. */
typedef struct row {
    struct row *next;
    I device, a, b;
    I numbers[];
} ROW;
static ROW *told;
static const I *row_(M *m, I device, I a, I b) {
    for (ROW *row = told; row; row = row->next)
        if (row->device == device && row->a == a && row->b == b) return row->numbers;
    m->wanted[0] = device; m->wanted[1] = a; m->wanted[2] = b;
    longjmp(*m->out, WANTED);
}
