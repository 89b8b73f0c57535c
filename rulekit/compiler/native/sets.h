/* Sets of numbers, and what the cheapest ways cost. */
#define EMPTY_ INT64_MIN
#define GONE_ (INT64_MIN + 1)
static S *snew(I room) {
    S *s = room_(sizeof(S));
    s->gone = 0;
    if ((U)room > MOST_ROOM / sizeof(I)) broken();
    for (s->room = 16; s->room < 2 * room; s->room *= 2);
    s->table = numbers_(s->room);
    for (I k = 0; k < s->room; k++) s->table[k] = EMPTY_;
    s->v = vnew(s->room / 2);
    return s;
}

static inline I sspot(const S *s, I x) {
    I k = (x * 0x9E3779B97F4A7C15ULL) >> 40 & (s->room - 1);
    while (s->table[k] != EMPTY_ && s->table[k] != x) k = (k + 1) & (s->room - 1);
    return k;
}

static inline I shas(const S *s, I x) { return s->table[sspot(s, x)] == x; }

static void sadd(S *s, I x) {
    I k = sspot(s, x);
    if (s->table[k] == x) return;
    s->table[k] = x;
    vpush(s->v, x);
    if (2 * (s->v->n + s->gone) > s->room) {
        S *made = snew(s->room);
        for (I j = 0; j < s->v->n; j++) sadd(made, s->v->a[j]);
        *s = *made;
    }
}

static void sdrop(S *s, I x) {
    I k = sspot(s, x);
    if (s->table[k] != x) return;
    s->table[k] = GONE_;
    s->gone++;
    vremove(s->v, x);
}

static S *sfrom(const V *v) {
    S *s = snew(v->n);
    for (I k = 0; k < v->n; k++) sadd(s, v->a[k]);
    return s;
}

static I sapart(const S *s, const V *v) {
    for (I k = 0; k < v->n; k++) if (shas(s, v->a[k])) return 0;
    return 1;
}

/* What each member costs, as far as it is known. */
typedef struct {
    S *keys;
    V *costs; /* in the order of the keys */
} COSTS;

static I costs_get(const COSTS *c, I x, I other) {
    for (I k = 0; k < c->costs->n; k++) if (c->keys->v->a[k] == x) return c->costs->a[k];
    return other;
}

static void costs_set(COSTS *c, I x, I cost) {
    if (!shas(c->keys, x)) {
        sadd(c->keys, x);
        vpush(c->costs, cost);
    } else {
        c->costs->a[vfind(c->keys->v, x)] = cost;
    }
}

static COSTS *costs_new(const V *pairs) {
    COSTS *c = room_(sizeof(COSTS));
    c->keys = snew(pairs->n);
    c->costs = vnew(16);
    for (I k = 1; k < pairs->n; k += 2) costs_set(c, pairs->a[k], 0);
    return c;
}

/* Pairs (cost, member): the least first, and of equal costs the first member. */
static inline I before_(const I *a, const I *b) { return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]); }

static void swap_pairs_(I *a, I *b) {
    I cost = a[0], one = a[1];
    a[0] = b[0]; a[1] = b[1];
    b[0] = cost; b[1] = one;
}

static void heappush(V *pairs, I cost, I one) {
    I k = pairs->n / 2;
    vpush(pairs, cost);
    vpush(pairs, one);
    for (; k && before_(pairs->a + 2 * k, pairs->a + 2 * ((k - 1) / 2)); k = (k - 1) / 2)
        swap_pairs_(pairs->a + 2 * k, pairs->a + 2 * ((k - 1) / 2));
}

static void heappop(V *pairs, I *cost, I *one) {
    I *a = pairs->a, last = pairs->n / 2 - 1, k = 0;
    if (last < 0) broken();
    *cost = a[0];
    *one = a[1];
    a[0] = a[2 * last];
    a[1] = a[2 * last + 1];
    pairs->n -= 2;
    for (;;) {
        I least = k, left = 2 * k + 1;
        if (left < last && before_(a + 2 * left, a + 2 * least)) least = left;
        if (left + 1 < last && before_(a + 2 * left + 2, a + 2 * least)) least = left + 1;
        if (least == k) return;
        swap_pairs_(a + 2 * k, a + 2 * least);
        k = least;
    }
}
