/* Many matches stepped at once, for learning: rulekit/envs/batch.py and encoding.py say what the numbers are. */
typedef struct { I sort, a, b, c; } FEATURE;
enum { UNSEEN, NUMBER, LENGTH, PLACE, FACE, SUM, QUESTION };

/* The actions of a question: members from ``offset`` on, spots by their numbers, or counted from the first option on. */
typedef struct { I sort, offset; } ACTIONS;
enum { MEMBERS, SPOTS, COUNTED };

typedef struct {
    I features, actions, unread, most, unseen, codes;
    const FEATURE *seen; /* for each seat */
    const ACTIONS *of; /* for each question */
    const I *sums, *spots, *where, *faces, *sight;
} LAYOUT;

/* The arrays of the caller, a row for each match. ``seeds``: the chance of what is played next; ``playing``: the seed of the
   match that is played now; ``done``: 1 where it ended with this step, 2 where it was broken off. */
typedef struct {
    M *const *matches;
    const I *words; /* the match before its beginning */
    I limit;
    U *seeds, *playing;
    I *decided;
    int32_t *observations;
    int8_t *masks;
    int32_t *seats;
    double *rewards;
    uint8_t *done;
} BATCH;

static I can_read(const LAYOUT *x, const M *m, I seat, I where, I face) {
    I code = m->s[where];
    if (code < 0) return 1;
    I how = code < x->codes ? x->sight[seat * x->codes + code] : 0;
    return how == 2 || (how == 1 && face >= 0 && m->s[face]);
}

static I seen(const LAYOUT *x, const M *m, I seat, const FEATURE *f) {
    switch (f->sort) {
    case NUMBER: return m->s[f->a];
    case LENGTH: return m->z[f->a].n;
    case PLACE: return can_read(x, m, seat, f->a, f->b) ? m->s[f->a] + 1 : x->unseen;
    case FACE: return can_read(x, m, seat, f->a, f->b) ? m->s[f->b] : x->unseen;
    case SUM: {
        I n = 0;
        for (I k = 0; k < f->b; k++) n += m->s[x->sums[f->a + k]];
        return n;
    }
    case QUESTION:
        for (I k = 0; k < m->asked; k++) if (m->asks[k].player == seat) return m->asks[k].question + 1;
        return 0;
    }
    return x->unseen;
}

/* Where the unread options come in the order of the actions: by the places of the things, and by chance in one place. */
static U hidden_order(const M *m, I thing, I where) {
    U key = mix((U)thing + 1);
    for (I k = 0; k < STREAMS; k++) key = mix(key ^ drawn(&m->streams[k]) ^ m->streams[k].key[0]);
    return (U)m->s[where + thing] << 48 | key >> 16;
}

/* The action of the k-th option of the first question; -1 where there is none for it. */
static I action_of(const LAYOUT *x, const M *m, I k) {
    const ASK *ask = &m->asks[0];
    const ACTIONS *of = &x->of[ask->question];
    I value = ask->options.a[k], where = x->where[ask->question], face = x->faces[ask->question];
    if (of->sort == COUNTED) return k < x->most ? of->offset + k : -1;
    if (of->sort == SPOTS) return of->offset + x->spots[value];
    if (where < 0 || value < 0 || can_read(x, m, ask->player, where + value, face < 0 ? -1 : face + value))
        return of->offset + 1 + value;
    U own = hidden_order(m, value, where);
    I before = 0;
    for (I j = 0; j < ask->options.n; j++) {
        I other = ask->options.a[j];
        if (other >= 0 && other != value && !can_read(x, m, ask->player, where + other, face < 0 ? -1 : face + other))
            before += hidden_order(m, other, where) < own;
    }
    return before < x->most ? x->unread + before : -1;
}

static I begun(M *m, const I *words, U seed) {
    m->heeds = 0; m->made = 0;
    GUARDED(m)
    load(m, words);
    m->width = 0;
    begin_streams(m, seed);
    start(m);
    return ASKED;
}

static I next_match(const BATCH *b, I e) { /* gives 0 where no match asks anybody */
    for (I tries = 0; tries < 100; tries++) {
        b->seeds[e] = NEXT(b->seeds[e]);
        b->playing[e] = mix(b->seeds[e]) >> 1;
        b->decided[e] = 0;
        if (begun(b->matches[e], b->words, b->playing[e]) == ASKED && b->matches[e]->asked) return 1;
    }
    return 0;
}

/* Zero-sum rewards of an end: (n * share of the win - 1) / (n - 1). */
static void settle(const M *m, double *rewards) {
    const I *a = m->ranking.a;
    I width = m->width, rows = width ? m->ranking.n / width : 0, first = 0, equal = 0;
    for (I k = 1; k < rows; k++) if (ahead(a + k * width, a + first * width, width) > 0) first = k;
    for (I k = 0; k < rows; k++) equal += !ahead(a + k * width, a + first * width, width);
    for (I k = 0; k < SEATS && rows; k++) rewards[k] = SEATS > 1 ? -1.0 / (SEATS - 1) : 0.0;
    for (I k = 0; k < rows; k++)
        if (!ahead(a + k * width, a + first * width, width))
            rewards[a[k * width]] = SEATS > 1 ? ((double)SEATS / (double)equal - 1) / (SEATS - 1) : 1.0;
}

static void stepped(const LAYOUT *x, const BATCH *b, I e, I action) {
    M *m = b->matches[e];
    ASK *ask = &m->asks[0];
    I chosen = -1;
    for (I k = 0; chosen < 0 && k < ask->options.n; k++) if (action_of(x, m, k) == action) chosen = k;
    if (chosen < 0) { /* forbidden: it costs who takes it the match */
        b->rewards[e * SEATS + ask->player] = -1;
        b->done[e] = 2;
        return;
    }
    I came = answered(m, 0, ask->options.a[chosen]);
    b->decided[e]++;
    if (came == ENDED) settle(m, b->rewards + e * SEATS);
    b->done[e] = came == ENDED || (came == ASKED && !m->asked) ? 1 : came != ASKED || b->decided[e] >= b->limit ? 2 : 0;
}

static void observed(const LAYOUT *x, const BATCH *b, I e) {
    const M *m = b->matches[e];
    I seat = m->asks[0].player;
    b->seats[e] = seat;
    if (b->observations)
        for (I k = 0; k < x->features; k++)
            b->observations[e * x->features + k] = (int32_t)seen(x, m, seat, &x->seen[seat * x->features + k]);
    if (b->masks) {
        int8_t *mask = b->masks + e * x->actions;
        memset(mask, 0, x->actions);
        for (I k = 0; k < m->asks[0].options.n; k++) {
            I action = action_of(x, m, k);
            if (action >= 0) mask[action] = 1;
        }
    }
}

/* One step of the matches from ``from`` up to ``to``: without actions they begin, and -1 takes any option that the mask allows
   (``chance``: a stream for each match). A match that is done begins anew. Gives 0 where one cannot begin. */
I batch_step(const LAYOUT *x, const BATCH *b, const int32_t *actions, U *chance, I from, I to) {
    for (I e = from; e < to; e++) {
        I begins = 1;
        for (I k = 0; k < SEATS; k++) b->rewards[e * SEATS + k] = 0;
        b->done[e] = 0;
        if (actions) {
            I action = actions[e];
            if (action < 0) {
                chance[e] = NEXT(chance[e]);
                action = action_of(x, b->matches[e], (chance[e] >> 33) * (U)b->matches[e]->asks[0].options.n >> 31);
            }
            stepped(x, b, e, action);
            begins = b->done[e];
        }
        if (begins && !next_match(b, e)) return 0;
        observed(x, b, e);
    }
    return 1;
}
