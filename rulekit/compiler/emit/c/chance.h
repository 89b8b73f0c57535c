/* Chance: see rulekit/runtime/chance.py and dice.py. */
#define NEXT(x) ((x) * 6364136223846793005ULL + 1442695040888963407ULL)
#define DRAW(x) ((x) = NEXT(x), (x) >> 32 ^ (x) >> 57)
static U mix(U x) { /* SplitMix64's finaliser */
    x += 0x9E3779B97F4A7C15ULL;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ x >> 27) * 0x94D049BB133111EBULL;
    return x ^ x >> 31;
}

static U seed_stream(U seed, const char *name) {
    U state = mix(seed);
    for (; *name; name++) state = mix(state ^ (unsigned char)*name);
    return state;
}

/* The state of the stream of the answers before the first one. */
#define FIRST_BITS(seed) ((seed) * 2862933555777941757ULL + 3037000493ULL)

/* The state of the stream whose place in the state this is. */
static inline U *stream(M *m, I place) {
    for (I k = 0; k < STREAMS; k++) if (STREAM[k] == place) return &m->streams[k];
    broken(m);
}

static inline I op_below(M *m, I place, I n) {
    if ((U)n >> 32) broken(m);
    U *x = stream(m, place), drawn = DRAW(*x);
    return drawn * (U)n >> 32;
}

/* The next answer of a playout: one of n. */
static inline I chosen(M *m, I n) {
    if (m->made >= m->limit) broken(m);
    m->made++;
    tick(m);
    m->ticks &= 1023;
    m->work = 0;
    m->chance = NEXT(m->chance);
    return (m->chance >> 33) * (U)n >> 31;
}

static void op_shuffle(M *m, I stream, V *v) {
    for (I n = v->n; n > 1; n--) {
        I j = op_below(m, stream, n), x = v->a[n - 1];
        v->a[n - 1] = v->a[j];
        v->a[j] = x;
    }
}

static I op_pick(M *m, I stream, const V *v, I line) {
    if (!v->n) fail(m, line);
    return v->a[op_below(m, stream, v->n)];
}

static V *op_sample(M *m, I stream, const V *v, I n, I line) {
    if (n < 0 || n > v->n) fail(m, line);
    V *made = op_empty(m, n), *items = op_list(m, v);
    while (made->n < n) op_append(m, made, take_out(m, items, op_below(m, stream, items->n)));
    return made;
}

static V *op_throw(M *m, I stream, I n) {
    V *made = op_empty(m, n);
    while (made->n < n) op_append(m, made, 1 + op_below(m, stream, 6));
    return made;
}

static I op_hits(M *m, const V *dice, I plus, I least) {
    I n = 0;
    for (I k = 0; k < dice->n; k++) n += add(m, dice->a[k], plus) >= least;
    return n;
}
