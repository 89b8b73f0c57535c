/* Chance: see rulekit/runtime/chance.py and dice.py. */

/* The generator of what is no secret (linear_congruential.py). */
#define NEXT(x) ((x) * 6364136223846793005ULL + 1442695040888963407ULL)
static U mix(U x) { /* SplitMix64's finaliser */
    x += 0x9E3779B97F4A7C15ULL;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ x >> 27) * 0x94D049BB133111EBULL;
    return x ^ x >> 31;
}

/* The state of the stream of the answers before the first one. */
#define FIRST_BITS(seed) ((seed) * 2862933555777941757ULL + 3037000493ULL)

/* BLAKE2b (RFC 7693). The numbers of the initial vector come after the eight of the state. */
static const U BLAKE_IV[8] = {
    0x6A09E667F3BCC908ULL, 0xBB67AE8584CAA73BULL, 0x3C6EF372FE94F82BULL, 0xA54FF53A5F1D36F1ULL,
    0x510E527FADE682D1ULL, 0x9B05688C2B3E6C1FULL, 0x1F83D9ABFB41BD6BULL, 0x5BE0CD19137E2179ULL};

#define ROR(x, n) ((x) >> (n) | (x) << (64 - (n)))
#define G(a, b, c, d, x, y) \
    a += b + w[x]; d = ROR(d ^ a, 32); c += d; b = ROR(b ^ c, 24); \
    a += b + w[y]; d = ROR(d ^ a, 16); c += d; b = ROR(b ^ c, 63);
#define ROUND(p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15) \
    G(v[0], v[4], v[8], v[12], p0, p1) G(v[1], v[5], v[9], v[13], p2, p3) \
    G(v[2], v[6], v[10], v[14], p4, p5) G(v[3], v[7], v[11], v[15], p6, p7) \
    G(v[0], v[5], v[10], v[15], p8, p9) G(v[1], v[6], v[11], v[12], p10, p11) \
    G(v[2], v[7], v[8], v[13], p12, p13) G(v[3], v[4], v[9], v[14], p14, p15)

static void blake_begin(U *h, I size) { /* ``size``: how many bytes it gives, without a key */
    memcpy(h, BLAKE_IV, sizeof(BLAKE_IV));
    h[0] ^= 0x01010000 ^ size;
}

static void blake_block(U *h, const U *w, U bytes, I last) { /* ``bytes``: of the message so far */
    U v[16];
    memcpy(v, h, 8 * sizeof(U));
    memcpy(v + 8, BLAKE_IV, sizeof(BLAKE_IV));
    v[12] ^= bytes;
    if (last) v[14] = ~v[14];
    ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3)
    ROUND(11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4)
    ROUND(7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8)
    ROUND(9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13)
    ROUND(2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9)
    ROUND(12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11)
    ROUND(13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10)
    ROUND(6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5)
    ROUND(10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0)
    ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3)
    for (I k = 0; k < 8; k++) h[k] ^= v[k] ^ v[k + 8];
}

#undef ROUND
#undef G
#undef ROR

/* The key of a stream: of the text SEED/NAME. */
static void begin_stream(CHANCE *x, U seed, const char *name) {
    char digits[24];
    I n = 24;
    digits[--n] = '/';
    do digits[--n] = '0' + seed % 10; while (seed /= 10);
    U h[8], w[16] = {0}, bytes = 0;
    blake_begin(h, 32);
    for (;;) {
        unsigned char next = n < 24 ? digits[n++] : *name++;
        if (!next) break;
        if (bytes && bytes % 128 == 0) { blake_block(h, w, bytes, 0); memset(w, 0, sizeof(w)); }
        w[bytes % 128 / 8] |= (U)next << bytes % 8 * 8;
        bytes++;
    }
    blake_block(h, w, bytes, 1);
    memcpy(x->key, h, sizeof(x->key));
    x->at = x->left = 0;
}

static void begin_streams(M *m, U seed) {
    for (I k = 0; k < STREAMS; k++) begin_stream(&m->streams[k], seed, STREAM_NAME[k]);
}

/* Whether a number of the state belongs to a stream: they lie one behind the other. */
static inline I is_chance(I k) { return STREAMS && k >= STREAM[0] && k < STREAM[0] + STREAMS * STREAM_WIDTH; }

/* The stream whose place in the state this is. */
static inline CHANCE *stream(M *m, I place) {
    for (I k = 0; k < STREAMS; k++) if (STREAM[k] == place) return &m->streams[k];
    broken(m);
}

/* A stream without a key draws from the generator of old saves: Python plays. */
__attribute__((noinline)) static void next_block(M *m, CHANCE *x) {
    U h[8], w[16] = {x->key[0], x->key[1], x->key[2], x->key[3], x->at >> 4};
    if (!(w[0] | w[1] | w[2] | w[3])) broken(m);
    blake_begin(h, 64);
    blake_block(h, w, 40, 1);
    for (I k = 0; k < 8; k++) { x->numbers[15 - 2 * k] = h[k]; x->numbers[14 - 2 * k] = h[k] >> 32; }
    x->left = 16 - (x->at & 15);
    x->at += x->left;
}

/* The position of a stream: how many numbers of it were drawn. */
static inline U drawn(const CHANCE *x) { return x->at - x->left; }

static inline U next_number(M *m, CHANCE *x) {
    if (__builtin_expect(!x->left, 0)) next_block(m, x);
    return x->numbers[--x->left];
}

/* The next 32 random bits of the stream whose place in the state this is. */
static inline U draw(M *m, I place) { return next_number(m, stream(m, place)); }

/* A number from 0 to n - 1, each as likely as the others. */
static inline I op_below(M *m, I place, I n) {
    if ((U)n >> 32) broken(m);
    U drawn = draw(m, place) * (U)n;
    if ((drawn & 0xFFFFFFFF) < (U)n)
        while ((drawn & 0xFFFFFFFF) < (1ULL << 32) % n) drawn = draw(m, place) * (U)n;
    return drawn >> 32;
}

/* The next answer, one of n: see rulekit/runtime/random_answers.py. */
static inline I chosen(M *m, I n) {
    if (m->made >= m->limit) broken(m);
    m->made++;
    tick(m);
    m->ticks &= 1023;
    m->work = 0;
    if (m->keyed) return (next_number(m, &m->answers) >> 1) * (U)n >> 31;
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
