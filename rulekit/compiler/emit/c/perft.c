/* The tree of decisions or turns from a position, counted as rulekit/perft.py counts it. */
typedef struct {
    M **pool; /* a match for each decision on the way */
    I room, turns, ended, made;
    I player; /* whose turn has ended with the steps of ``rest``, if they are steady; else -1 */
    struct { I n, room, *a; } rest;
} PERFT;

static M *at_depth(PERFT *p, I depth, const M *from) { /* null where there is no room for one */
    if (depth >= p->room) {
        I more = 2 * depth + 16;
        M **pool = realloc(p->pool, more * sizeof(M *));
        if (!pool) return 0;
        memset(pool + p->room, 0, (more - p->room) * sizeof(M *));
        p->pool = pool; p->room = more;
    }
    if (!p->pool[depth]) p->pool[depth] = match_new(from->rows);
    return p->pool[depth];
}

/* Whether the rule that waits for an answer is over with it, and asks nobody any more: told without carrying it out. ``rest``: how
   much lies on the stack below its frame. */
static I over(M *m, I value, I *rest) {
    ST on = *m->asks[0].st; /* its frame is read from a copy that shares its numbers */
    if (on.n < 1 || (U)on.a[on.n - 1] >= sizeof(STEADY) || !LAST[on.a[on.n - 1]]) return 0;
    GUARDED(m)
    I told = LAST[on.a[on.n - 1]](m, &on, value);
    *rest = on.n;
    return told;
}

/* Whether a turn of this player has ended already with nothing but steady steps on this stack: then it does so again. */
static I met(const PERFT *p, I player, const ST *st, I rest) {
    return p->player == player && p->rest.n == rest && !memcmp(p->rest.a, st->a, rest * sizeof(I));
}

static void learn(PERFT *p, I player, const ST *st, I rest) {
    p->player = -1;
    if (rest > p->rest.room) {
        I *a = realloc(p->rest.a, rest * sizeof(I));
        if (!a) return;
        p->rest.a = a; p->rest.room = rest;
    }
    memcpy(p->rest.a, st->a, rest * sizeof(I));
    p->rest.n = rest; p->player = player;
}

/* The leaves below a position that has ``left`` decisions or turns to go; ``begun``: whether one was made of this turn. -1
   where Python has to go on by itself. */
static I below(PERFT *p, const M *here, I depth, I left, I begun) {
    if (!left || !here->asked) return !left || (begun && left == 1) || p->ended;
    const ASK *ask = &here->asks[0];
    if (!p->turns && left == 1) return ask->options.n;
    M *next = at_depth(p, depth, here);
    I whole = 0, last = p->turns && left == 1 && here->asked == 1 && !here->forks;
    for (I k = 0; next && k < ask->options.n; k++) {
        if (!(++p->made & 1023) && signals_ && signals_()) return -1;
        I rest = 0, told = last && over((M *)here, ask->options.a[k], &rest) == 1;
        if (told && met(p, ask->player, ask->st, rest)) { whole++; continue; }
        I came = copy(next, here);
        next->swayed = 0;
        next->watched = p->turns && left == 1 && here->asked == 1 ? ask->player + 1 : 0; /* what follows the last is not needed */
        if (came == ASKED) came = answer_one(next, 0, ask->options.a[k]);
        next->watched = 0;
        if (came == TURNED) {
            if (told && !next->swayed) learn(p, ask->player, ask->st, rest);
            whole++;
            continue;
        }
        if (came != ASKED && came != ENDED) return -1;
        I passed = !p->turns || (next->asked && next->asks[0].player != ask->player);
        I more = below(p, next, depth + 1, left - passed, p->turns && !passed);
        if (more < 0) return -1;
        whole += more;
    }
    return next ? whole : -1;
}

I leaves(const M *m, I depth, I turns, I ended) {
    PERFT p = {0, 0, turns, ended, 0, -1, {0, 0, 0}};
    I found = below(&p, m, 0, depth, 0);
    for (I k = 0; k < p.room; k++) if (p.pool[k]) match_free(p.pool[k]);
    free(p.pool);
    free(p.rest.a);
    return found;
}
