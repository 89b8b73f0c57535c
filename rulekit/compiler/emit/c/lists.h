/* Lists of numbers: what Python does with its own. */
static V *op_empty(M *m, I n) {
    if ((U)n > AREA / sizeof(I)) n = n < 0 ? 0 : (broken(m), 0);
    V *v = room(m, sizeof(V) + n * sizeof(I));
    v->n = 0; v->room = n; v->heap = 0;
    v->a = (I *)(v + 1);
    return v;
}

static inline void op_append(M *m, V *v, I x) {
    if (__builtin_expect(v->n == v->room, 0)) grow(m, v, 16);
    v->a[v->n++] = x;
}

static inline I vat(M *m, const V *v, I k) { return v->a[at(m, k, v->n)]; }

/* Lists are mostly short: a call of memcpy costs more than what it would do. */
enum { SHORT = 32 };
static inline void copied(I *to, const I *from, I n) {
    if (__builtin_expect(n > SHORT, 0)) memcpy(to, from, n * sizeof(I));
    else for (I k = 0; k < n; k++) to[k] = from[k];
}

static V *op_list(M *m, const V *v) {
    V *made = op_empty(m, v->n);
    copied(made->a, v->a, v->n);
    made->n = v->n;
    return made;
}
#define op_tuple op_list

static V *range(M *m, I from, I to) {
    V *made = op_empty(m, to > from ? sub(m, to, from) : 0);
    for (I k = from; k < to; k++) made->a[made->n++] = k;
    return made;
}

static V *slice(M *m, const V *v, I from, I to) { /* 0 <= from <= to */
    if (to > v->n) to = v->n;
    V *made = op_empty(m, to > from ? to - from : 0);
    if (to > from) { made->n = to - from; copied(made->a, v->a + from, made->n); }
    return made;
}

static I has(const V *v, I x) {
    for (I k = 0; k < v->n; k++) if (v->a[k] == x) return 1;
    return 0;
}

static I find(M *m, const V *v, I x) {
    for (I k = 0; k < v->n; k++) if (v->a[k] == x) return k;
    broken(m);
}

static I op_sum(M *m, const V *v) {
    I n = 0;
    for (I k = 0; k < v->n; k++) n = add(m, n, v->a[k]);
    return n;
}

static I best(const V *v, I high) { /* the largest or the least of some */
    I found = v->a[0];
    for (I k = 1; k < v->n; k++) if (high ? v->a[k] > found : v->a[k] < found) found = v->a[k];
    return found;
}

static I op_largest(M *m, const V *v) { return v->n ? best(v, 1) : 0; }

static I take_out(M *m, V *v, I k) {
    k = at(m, k, v->n);
    I x = v->a[k], n = --v->n;
    if (__builtin_expect(n - k > SHORT, 0)) memmove(v->a + k, v->a + k + 1, (n - k) * sizeof(I));
    else for (; k < n; k++) v->a[k] = v->a[k + 1];
    return x;
}

static void insert(M *m, V *v, I k, I x) { /* 0 <= k <= n */
    op_append(m, v, x);
    I n = v->n - 1;
    if (__builtin_expect(n - k > SHORT, 0)) memmove(v->a + k + 1, v->a + k, (n - k) * sizeof(I));
    else for (; n > k; n--) v->a[n] = v->a[n - 1];
    v->a[k] = x;
}
static void op_insert_first(M *m, V *v, I x) { insert(m, v, 0, x); }

static void op_insort(M *m, V *v, I x) { /* behind those that are equal, as bisect does */
    I low = 0, high = v->n;
    if (__builtin_expect(high <= SHORT, 1)) {
        op_append(m, v, x);
        for (; high && v->a[high - 1] > x; high--) v->a[high] = v->a[high - 1];
        v->a[high] = x;
        return;
    }
    while (low < high) {
        I middle = (low + high) / 2;
        if (x < v->a[middle]) high = middle; else low = middle + 1;
    }
    insert(m, v, low, x);
}

/* Members of a graph as one byte each: whether they are in a set. */
static inline I member(M *m, I k, I n) { if ((U)k >= (U)n) broken(m); return k; }
static void put_in(unsigned char *set, I n, I base, const V *v) {
    for (I k = 0; k < v->n; k++) if ((U)(v->a[k] - base) < (U)n) set[v->a[k] - base] = 1;
}
static I meets(const unsigned char *set, I n, I base, const V *v) {
    for (I k = 0; k < v->n; k++) if ((U)(v->a[k] - base) < (U)n && set[v->a[k] - base]) return 1;
    return 0;
}

/* Lists of searches: a 1 for each member that is in them, or what it costs. */
static V *op_flags(M *m, I n) {
    V *made = op_empty(m, n);
    made->n = n;
    memset(made->a, 0, n * sizeof(I));
    return made;
}
/* What loops keep: numbers, or where a list is. */
#define UNSET ((I)1 << 63)
static V *op_blank(M *m, I n) {
    V *made = op_empty(m, n);
    while (made->n < n) made->a[made->n++] = UNSET;
    return made;
}
static inline void op_put(M *m, V *v, I k, I x) { v->a[at(m, k, v->n)] = x; }
static V *op_members(M *m, U mask, I low) {
    V *made = op_empty(m, __builtin_popcountll(mask));
    for (; mask; mask &= mask - 1) made->a[made->n++] = low + __builtin_ctzll(mask);
    return made;
}
static V *op_flagged(M *m, const V *v) {
    V *made = op_empty(m, v->n);
    for (I k = 0; k < v->n; k++) if (v->a[k]) made->a[made->n++] = k;
    return made;
}

/* A heap: the least number first. */
static void op_heappush(M *m, V *v, I x) {
    I k = v->n;
    op_append(m, v, x);
    for (; k && x < v->a[(k - 1) / 2]; k = (k - 1) / 2) v->a[k] = v->a[(k - 1) / 2];
    v->a[k] = x;
}
static I op_heappop(M *m, V *v) {
    I found = v->a[at(m, 0, v->n)], last = v->a[--v->n], k = 0, down;
    while ((down = 2 * k + 1) < v->n) {
        if (down + 1 < v->n && v->a[down + 1] < v->a[down]) down++;
        if (last <= v->a[down]) break;
        v->a[k] = v->a[down];
        k = down;
    }
    if (v->n) v->a[k] = last;
    return found;
}
