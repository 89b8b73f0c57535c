/* The words of rulekit/runtime/prelude.py. */
static inline I card(I lying, I line) { if (lying < 0) fail(line); return lying; }
static inline I top(const V *pile, I line) { if (!pile->n) fail(line); return pile->a[pile->n - 1]; }
static inline I times(I n, I line) { if (n > 1000) fail(line); return n; }
static inline I own(I owner, I instance, I line) { if (owner != instance) fail(line); return owner; }
static inline I within(I n, I low, I high, I line) { if (n < low || n > high) fail(line); return n; }

static inline I product(I a, I b, I line) {
    I n;
    if (__builtin_mul_overflow(a, b, &n) || n < -1000000000LL || n > 1000000000LL) fail(line);
    return n;
}

static V *numbers(I low, I high, I line) { if (sub_(high, low) > 10000) fail(line); return vrange(low, add_(high, 1)); }
static I nth(const V *v, I n, I line) { if (n < 1 || n > v->n) fail(line); return v->a[n - 1]; }

static V *tops(const V *pile, I n, I line) {
    if (n < 0 || n > pile->n) fail(line);
    V *made = vnew(n);
    for (I k = 0; k < n; k++) vpush(made, pile->a[pile->n - 1 - k]);
    return made;
}

static V *firsts(const V *v, I n, I line) { if (n < 0) fail(line); return vslice(v->a, v->n, 0, n); }

static V *together(const V *v, I x) {
    V *made = vcopy(v);
    if (!vhas(v, x)) vpush(made, x);
    return made;
}

static V *united(const V *v, const V *more) {
    V *made = vcopy(v);
    for (I j = 0; j < more->n; j++) {
        I x = more->a[j], k = 0;
        if (vhas(made, x)) continue;
        while (k < made->n && made->a[k] <= x) k++;
        vinsert(made, k, x);
    }
    return made;
}

static V *without(const V *v, const V *fewer) {
    V *made = vnew(v->n);
    for (I k = 0; k < v->n; k++) if (!vhas(fewer, v->a[k])) vpush(made, v->a[k]);
    return made;
}

static V *at_(const V *v, const V *keys, I best) {
    if (v->n != keys->n) broken();
    V *made = vnew(4);
    for (I k = 0; k < v->n; k++) if (keys->a[k] == best) vpush(made, v->a[k]);
    return made;
}

static V *with_most(const V *v, const V *keys) { return keys->n ? at_(v, keys, vmax(keys)) : vnew(0); }
static V *with_least(const V *v, const V *keys) { return keys->n ? at_(v, keys, vmin(keys)) : vnew(0); }

static V *ordered_(const V *v, const V *keys, V *order, I high) { /* a stable sort */
    if (v->n != keys->n) broken();
    for (I k = 1; k < order->n; k++) {
        I x = order->a[k], j = k;
        for (; j && (high ? keys->a[order->a[j - 1]] < keys->a[x] : keys->a[order->a[j - 1]] > keys->a[x]); j--)
            order->a[j] = order->a[j - 1];
        order->a[j] = x;
    }
    V *made = vnew(v->n);
    for (I k = 0; k < order->n; k++) vpush(made, v->a[order->a[k]]);
    return made;
}

static V *ranked_low(const V *v, const V *keys) { return ordered_(v, keys, vrange(0, keys->n), 0); }
/* sorted(..., reverse=True) keeps equals in their order, too */
static V *ranked_high(const V *v, const V *keys) { return ordered_(v, keys, vrange(0, keys->n), 1); }

static V *ranked_shuffled(I *s, I stream, const V *v, const V *keys) {
    V *order = vrange(0, keys->n);
    shuffle(s, stream, order);
    return ordered_(v, keys, order, 1);
}

static V *sorted_by(const V *v, const V *keys) { /* sorted(v, key=keys.__getitem__) */
    V *mine = vnew(v->n);
    for (I k = 0; k < v->n; k++) vpush(mine, vat(keys, v->a[k]));
    return ordered_(v, mine, vrange(0, v->n), 0);
}

static V *compress(const V *v, const V *which) {
    V *made = vnew(v->n);
    for (I k = 0; k < v->n && k < which->n; k++) if (which->a[k]) vpush(made, v->a[k]);
    return made;
}

static I path(const V *near, I members, I base, const V *starts, const V *goal, const V *through) {
    S *seen = sfrom(starts), *open = sfrom(through), *ends = sfrom(goal);
    if (!sapart(ends, seen->v)) return 1;
    V *edge = vcopy(seen->v);
    while (edge->n) {
        const V *next = &near[index_(sub_(edge->a[--edge->n], base), members)];
        for (I k = 0; k < next->n; k++) {
            I x = next->a[k];
            if (shas(ends, x)) return 1;
            if (shas(open, x) && !shas(seen, x)) { sadd(seen, x); vpush(edge, x); }
        }
    }
    return 0;
}

static const SORT *sort_of_(I x, const SORT *sorts, I n) {
    for (I k = 0; k < n; k++) if (sorts[k].low <= x && x < sorts[k].high) return &sorts[k];
    return 0;
}

static I alike_(const I *s, I a, I b, const SORT *sorts, I n) {
    const SORT *sort = sort_of_(a, sorts, n);
    if (sort && a == b) return 1;
    if (!sort || sort != sort_of_(b, sorts, n) || sort->group[a - sort->low] != sort->group[b - sort->low]) return 0;
    for (I k = 0; k < sort->reads; k++) {
        I offset = sort->read[2 * k], stride = sort->read[2 * k + 1];
        if (s[offset + stride * a] != s[offset + stride * b]) return 0;
    }
    for (I k = 0; k < sort->pointers; k++) {
        I base = sort->pointer[2 * k], size = sort->pointer[2 * k + 1];
        for (I j = base; j < base + size; j++) if (s[j] == a || s[j] == b) return 0;
    }
    return 1;
}

static V *unlike(const I *s, const V *v, const SORT *sorts, I n) {
    V *made = vnew(v->n);
    for (I k = 0; k < v->n; k++) {
        I j = 0;
        while (j < made->n && !alike_(s, made->a[j], v->a[k], sorts, n)) j++;
        if (j == made->n) vpush(made, v->a[k]);
    }
    return made;
}

static V *side_by_side(const I *s, const V *v, const SORT *sorts, I n) {
    V *firsts_ = vnew(v->n), *keys = vnew(v->n);
    for (I k = 0; k < v->n; k++) {
        I j = 0;
        while (j < firsts_->n && firsts_->a[j] != v->a[k] && !alike_(s, firsts_->a[j], v->a[k], sorts, n)) j++;
        if (j == firsts_->n) vpush(firsts_, v->a[k]);
        vpush(keys, j);
    }
    return ordered_(v, keys, vrange(0, v->n), 0);
}

static inline I floor_div(I a, I b) {
    if (!b) broken();
    if (b == -1) return sub_(0, a); /* the one quotient that may be too large */
    I q = a / b;
    return (a % b && (a < 0) != (b < 0)) ? q - 1 : q;
}

static inline I floor_mod(I a, I b) {
    if (!b) broken();
    if (b == -1) return 0;
    I r = a % b;
    return r && (r < 0) != (b < 0) ? r + b : r;
}
