/* Frames on the stacks of a match. */
static inline void lay(ST *st, I x) {
    if (__builtin_expect(st->n == st->room, 0)) grow_(&st->a, &st->room, 64);
    st->a[st->n++] = x;
}

static void lay_list(ST *st, const V *v) {
    for (I k = 0; k < v->n; k++) lay(st, v->a[k]);
    lay(st, v->n);
}

static inline I take(ST *st) {
    if (__builtin_expect(st->n < 1, 0)) broken();
    return st->a[--st->n];
}

static V *take_list(ST *st) {
    I n = take(st);
    if ((U)n > (U)st->n) broken();
    V *v = vnew(n);
    v->n = n;
    st->n -= n;
    memcpy(v->a, st->a + st->n, n * sizeof(I));
    return v;
}
