/* Chance: see rulekit/runtime/chance.py and dice.py. */
#define DRAW(x) ((x) = (x) * 6364136223846793005ULL + 1442695040888963407ULL, (x) >> 32 ^ (x) >> 57)
static inline I below(I *s, I stream, I n) {
    if ((U)n >> 32) broken();
    U x = s[stream];
    U drawn = DRAW(x);
    s[stream] = x;
    return drawn * (U)n >> 32;
}

static void shuffle(I *s, I stream, V *v) {
    for (I n = v->n; n > 1; n--) {
        I j = below(s, stream, n), x = v->a[n - 1];
        v->a[n - 1] = v->a[j];
        v->a[j] = x;
    }
}

static I pick(I *s, I stream, const V *v, I line) {
    if (!v->n) fail(line);
    return v->a[below(s, stream, v->n)];
}

static V *sample(I *s, I stream, const V *v, I n, I line) {
    if (n < 0 || n > v->n) fail(line);
    V *items = vcopy(v), *made = vnew(n);
    for (I k = 0; k < n; k++) vpush(made, vpop(items, below(s, stream, items->n)));
    return made;
}

static V *throw_dice(I *s, I stream, I n) {
    V *made = vnew(n > 0 ? n : 0);
    for (I k = 0; k < n; k++) vpush(made, 1 + below(s, stream, 6));
    return made;
}

static I hits(const V *dice, I plus, I least) {
    I n = 0;
    for (I k = 0; k < dice->n; k++) n += add_(dice->a[k], plus) >= least;
    return n;
}
