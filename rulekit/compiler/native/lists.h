/* Lists of numbers: what Python does with its own. A list in the state is on the heap, all others are in the arena. */
static V *vnew(I room) {
    if ((U)room > MOST_ROOM / sizeof(I)) broken();
    V *v = room_(sizeof(V) + room * sizeof(I));
    v->n = 0; v->room = room; v->heap = 0;
    v->a = (I *)(v + 1);
    return v;
}

__attribute__((noinline)) static void vgrow(V *v) {
    if (v->heap) {
        grow_(&v->a, &v->room, 8);
        return;
    }
    I room = v->room < 4 ? 8 : v->room * 2, *a = numbers_(room);
    memcpy(a, v->a, v->n * sizeof(I));
    v->a = a;
    v->room = room;
}

static inline void vpush(V *v, I x) {
    if (__builtin_expect(v->n == v->room, 0)) vgrow(v);
    v->a[v->n++] = x;
}

static inline I vat(const V *v, I k) { return v->a[index_(k, v->n)]; }

static V *vcopy(const V *v) {
    V *made = vnew(v->n);
    if (v->n) memcpy(made->a, v->a, v->n * sizeof(I)); /* a list that was always empty lies nowhere */
    made->n = v->n;
    return made;
}

static V *vadd(V *v, const V *more) {
    for (I k = 0, n = more->n; k < n; k++) vpush(v, more->a[k]);
    return v;
}

static V *vslice(const I *a, I n, I from, I to) {
    if (from < 0) { from += n; if (from < 0) from = 0; }
    if (to < 0) to += n;
    if (to > n) to = n;
    V *made = vnew(to > from ? to - from : 0);
    if (to > from) { made->n = to - from; memcpy(made->a, a + from, made->n * sizeof(I)); }
    return made;
}

static V *vbackwards(const V *v) {
    V *made = vnew(v->n);
    for (I k = v->n - 1; k >= 0; k--) vpush(made, v->a[k]);
    return made;
}

static void vstore(I *a, I n, I from, I to, const V *v) {
    if (from < 0 || to > n || from > to || to - from != v->n) broken();
    if (v->n) memmove(a + from, v->a, v->n * sizeof(I));
}

static inline I vhas(const V *v, I x) {
    for (I k = 0; k < v->n; k++) if (v->a[k] == x) return 1;
    return 0;
}

static I vfind(const V *v, I x) {
    for (I k = 0; k < v->n; k++) if (v->a[k] == x) return k;
    broken();
}

static I vcount(const V *v, I x) {
    I n = 0;
    for (I k = 0; k < v->n; k++) n += v->a[k] == x;
    return n;
}

static I vsum(const V *v) {
    I n = 0;
    for (I k = 0; k < v->n; k++) n = add_(n, v->a[k]);
    return n;
}

static I vmax(const V *v) {
    if (!v->n) broken();
    I best = v->a[0];
    for (I k = 1; k < v->n; k++) if (v->a[k] > best) best = v->a[k];
    return best;
}

static I vmin(const V *v) {
    if (!v->n) broken();
    I best = v->a[0];
    for (I k = 1; k < v->n; k++) if (v->a[k] < best) best = v->a[k];
    return best;
}

static inline I vmax_or(const V *v, I other) { return v->n ? vmax(v) : other; }
static inline I vmin_or(const V *v, I other) { return v->n ? vmin(v) : other; }

static inline I vsame(const V *a, const V *b) {
    return a->n == b->n && (!a->n || !memcmp(a->a, b->a, a->n * sizeof(I)));
}

static I vpop(V *v, I k) {
    k = index_(k, v->n);
    I x = v->a[k];
    memmove(v->a + k, v->a + k + 1, (--v->n - k) * sizeof(I));
    return x;
}

static void vinsert(V *v, I k, I x) {
    if (k < 0) { k += v->n; if (k < 0) k = 0; }
    if (k > v->n) k = v->n;
    vpush(v, x);
    memmove(v->a + k + 1, v->a + k, (v->n - 1 - k) * sizeof(I));
    v->a[k] = x;
}

static void vremove(V *v, I x) { vpop(v, vfind(v, x)); }

static V *vsort(V *v) { /* in place; lists are short and mostly in order */
    for (I k = 1; k < v->n; k++) {
        I x = v->a[k], j = k;
        for (; j && v->a[j - 1] > x; j--) v->a[j] = v->a[j - 1];
        v->a[j] = x;
    }
    return v;
}

static V *vrange(I from, I to) {
    V *made = vnew(to > from ? sub_(to, from) : 0);
    for (I k = from; k < to; k++) vpush(made, k);
    return made;
}

static void insort(V *v, I x) { /* behind those that are equal, as bisect does */
    I low = 0, high = v->n;
    while (low < high) {
        I middle = (low + high) / 2;
        if (x < v->a[middle]) high = middle; else low = middle + 1;
    }
    vinsert(v, low, x);
}
