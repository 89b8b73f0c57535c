/* The operations of rulekit/compiler/ir/ops.py, as rulekit/runtime/prelude.py has them. */
static inline I op_card(M *m, I lying, I line) { if (lying < 0) fail(m, line); return lying; }
static inline I op_top(M *m, const V *pile, I place, I line) {
    (void)place; /* it is named where matches tell why they stop, in Python */
    if (!pile->n) fail(m, line);
    return pile->a[pile->n - 1];
}

static inline I op_times(M *m, I n, I line) { if (n > 1000) fail(m, line); return n; }
static inline I op_own(M *m, I owner, I instance, I line) { if (owner != instance) fail(m, line); return owner; }
static inline I op_found(M *m, I row, I line) { if (row < 0) fail(m, line); return row; }

static inline I op_within(M *m, I n, I low, I high, I line) {
    if (n < low || n > high) fail(m, line);
    return n;
}

static inline I op_product(M *m, I a, I b, I line) {
    I n;
    if (__builtin_mul_overflow(a, b, &n) || n < -1000000000LL || n > 1000000000LL) fail(m, line);
    return n;
}

/* What is too much is left to Python, which says so. */
#define MOST_WORK 1000000000
static inline void spend(M *m, I n) { if (__builtin_expect((m->work += n) > MOST_WORK, 0)) broken(m); }

static V *op_numbers(M *m, I low, I high, I line) {
    if (sub(m, high, low) > 10000) fail(m, line);
    return range(m, low, add(m, high, 1));
}

static I op_nth(M *m, const V *v, I n, I line) { if (n < 1 || n > v->n) fail(m, line); return v->a[n - 1]; }

static I op_only(M *m, const V *v, I line) { if (v->n != 1) fail(m, line); return v->a[0]; }

/* Takes a card from where it lies; gives that place, -1 for nowhere. */
static I op_lift(M *m, I where, I card) {
    where = at(m, where, SIZE);
    I place = m->s[where];
    if (place < 0) return place;
    if (place < LISTS) take_out(m, &m->z[place], find(m, &m->z[place], card));
    else m->s[member(m, place - LISTS, SIZE)] = -1;
    m->s[where] = -1;
    return place;
}

static V *op_tops(M *m, const V *pile, I n, I line) {
    if (n < 0 || n > pile->n) fail(m, line);
    V *made = op_empty(m, n);
    for (I k = 0; k < n; k++) op_append(m, made, pile->a[pile->n - 1 - k]);
    return made;
}

static V *op_firsts(M *m, const V *v, I n, I line) { if (n < 0) fail(m, line); return slice(m, v, 0, n); }
static V *op_first_n(M *m, const V *v, I n) { return slice(m, v, 0, n < 0 ? max(0, v->n + n) : n); }
static V *op_after(M *m, const V *v, I x) { return slice(m, v, find(m, v, x) + 1, v->n); }

static V *op_together(M *m, const V *v, I x) {
    V *made = op_empty(m, v->n + 1);
    made->n = v->n;
    if (v->n) memcpy(made->a, v->a, v->n * sizeof(I));
    if (!has(v, x)) op_append(m, made, x);
    return made;
}

static V *op_united(M *m, const V *v, const V *more) {
    V *made = op_empty(m, v->n + more->n);
    made->n = v->n;
    if (v->n) memcpy(made->a, v->a, v->n * sizeof(I));
    for (I j = 0; j < more->n; j++) {
        I x = more->a[j], k = 0;
        if (has(made, x)) continue;
        while (k < made->n && made->a[k] <= x) k++;
        insert(m, made, k, x);
    }
    return made;
}

/* The numbers, then the lists, each behind how long it is. The states of chance lie elsewhere: they are 0 here. */
static V *op_position(M *m, const V *chance) {
    (void)chance;
    I n = SIZE + LISTS;
    for (I k = 0; k < LISTS; k++) n += m->z[k].n;
    V *made = op_empty(m, n);
    for (I k = 0; k < SIZE; k++) made->a[k] = m->s[k];
    made->n = SIZE;
    for (I k = 0; k < LISTS; k++) {
        made->a[made->n++] = m->z[k].n;
        for (I j = 0; j < m->z[k].n; j++) made->a[made->n++] = m->z[k].a[j];
    }
    return made;
}

static I op_unchanged(M *m, const V *chance, const V *before) {
    V *now = op_position(m, chance);
    return now->n == before->n && !memcmp(now->a, before->a, now->n * sizeof(I));
}

static V *op_without(M *m, const V *v, const V *fewer) {
    V *made = op_empty(m, v->n);
    for (I k = 0; k < v->n; k++) if (!has(fewer, v->a[k])) op_append(m, made, v->a[k]);
    return made;
}

static V *best_of(M *m, const V *v, const V *keys, I high) {
    if (v->n != keys->n) broken(m);
    V *made = op_empty(m, v->n);
    if (!v->n) return made;
    I found = best(keys, high);
    for (I k = 0; k < v->n; k++) if (keys->a[k] == found) op_append(m, made, v->a[k]);
    return made;
}

static V *op_with_most(M *m, const V *v, const V *keys) { return best_of(m, v, keys, 1); }
static V *op_with_least(M *m, const V *v, const V *keys) { return best_of(m, v, keys, 0); }

static V *ordered(M *m, const V *v, const V *keys, V *order, I high) { /* a stable sort */
    if (v->n != keys->n) broken(m);
    V *made = op_empty(m, v->n);
    for (I k = 1; k < order->n; k++) {
        I x = order->a[k], j = k;
        for (; j && (high ? keys->a[order->a[j - 1]] < keys->a[x] : keys->a[order->a[j - 1]] > keys->a[x]); j--)
            order->a[j] = order->a[j - 1];
        order->a[j] = x;
    }
    for (I k = 0; k < order->n; k++) op_append(m, made, v->a[order->a[k]]);
    return made;
}

static V *op_ranked_low(M *m, const V *v, const V *keys) { return ordered(m, v, keys, range(m, 0, keys->n), 0); }
/* sorted(..., reverse=True) keeps equals in their order, too */
static V *op_ranked_high(M *m, const V *v, const V *keys) { return ordered(m, v, keys, range(m, 0, keys->n), 1); }

static V *op_ranked_shuffled(M *m, I stream, const V *v, const V *keys) {
    V *order = range(m, 0, keys->n);
    op_shuffle(m, stream, order);
    return ordered(m, v, keys, order, 1);
}

static I op_path(M *m, const V *near, I n, I base, const V *starts, const V *goal, const V *through) {
    unsigned char sets[3 * n + 1], *seen = sets, *open = sets + n, *ends = sets + 2 * n;
    memset(sets, 0, sizeof sets);
    put_in(open, n, base, through);
    put_in(ends, n, base, goal);
    if (meets(ends, n, base, starts)) return 1;
    I edge[n + starts->n + 1], open_ends = starts->n;
    if (starts->n) memcpy(edge, starts->a, starts->n * sizeof(I));
    put_in(seen, n, base, starts);
    while (open_ends) {
        const V *next = &near[member(m, edge[--open_ends] - base, n)];
        for (I k = 0; k < next->n; k++) {
            I x = next->a[k] - base;
            if (ends[x]) return 1;
            if (open[x] && !seen[x]) { seen[x] = 1; edge[open_ends++] = base + x; }
        }
    }
    return 0;
}

static const SORT *sort_of(I x, const SORT *sorts, I n) {
    for (I k = 0; k < n; k++) if (sorts[k].low <= x && x < sorts[k].high) return &sorts[k];
    return 0;
}

static I alike(const S *s, I a, I b, const SORT *sorts, I n) {
    const SORT *sort = sort_of(a, sorts, n);
    if (sort && a == b) return 1;
    if (!sort || sort != sort_of(b, sorts, n) || sort->group[a - sort->low] != sort->group[b - sort->low]) return 0;
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

static V *op_unlike(M *m, const V *v, const SORT *sorts, I n) {
    V *made = op_empty(m, v->n);
    for (I k = 0; k < v->n; k++) {
        I j = 0;
        while (j < made->n && !alike(m->s, made->a[j], v->a[k], sorts, n)) j++;
        if (j == made->n) op_append(m, made, v->a[k]);
    }
    return made;
}

static V *op_side_by_side(M *m, const V *v, const SORT *sorts, I n) {
    V *firsts = op_empty(m, v->n), *keys = op_empty(m, v->n);
    for (I k = 0; k < v->n; k++) {
        I j = 0;
        while (j < firsts->n && firsts->a[j] != v->a[k] && !alike(m->s, firsts->a[j], v->a[k], sorts, n)) j++;
        if (j == firsts->n) op_append(m, firsts, v->a[k]);
        op_append(m, keys, j);
    }
    return ordered(m, v, keys, range(m, 0, v->n), 0);
}
