/* The course of a match, as in rulekit/runtime/match.py, and its way there and back. */
static void step(M *m, ST *st, I answer) {
    I step = st->n < 1 ? -1 : st->a[st->n - 1]; /* whatever lies there: a save can be written by anybody */
    if ((U)step >= sizeof(STEPS) / sizeof(*STEPS)) broken(m);
    STEPS[step](m, st, answer);
}

static void run(M *m, ST *st) {
    char *mark = m->top, *low = m->low;
    for (I waiting = m->asked; st->n && m->asked == waiting;) {
        tick(m);
        if (__builtin_expect(m->watched, 0)) m->swayed |= !STEADY[member(m, st->a[st->n - 1], sizeof(STEADY))];
        step(m, st, 0);
        release(m, mark);
        release_low(m, low);
    }
}

/* Answers the k-th open question. The one door through which a match goes on. */
static void answer(M *m, I k, I value) {
    ST *st = m->asks[k].st, *main = &m->stacks[0];
    I waiting = --m->asked;
    if (k < waiting) {
        ASK gone = m->asks[k];
        memmove(&m->asks[k], &m->asks[k + 1], (waiting - k) * sizeof(ASK));
        m->asks[waiting] = gone; /* its room for options is used again */
    }
    step(m, st, value);
    if (st->n && m->asked == waiting) run(m, st);
    if (st == main) return;
    if (m->asked > waiting) { /* a player who goes on keeps his place in the order of seats */
        ASK next = m->asks[waiting];
        memmove(&m->asks[k + 1], &m->asks[k], (waiting - k) * sizeof(ASK));
        m->asks[k] = next;
    } else if (!st->n) {
        st->used = 0;
        if (!--m->forks) run(m, main);
    }
}

/* The course from the beginning up to the first question. */
static void start(M *m) {
    ST *main = &m->stacks[0];
    BEGIN(m, main);
    if (!m->asked) run(m, main);
}

static void record(M *m, const ASK *ask, I value) {
    op_append(m, &m->choices, ask->player);
    op_append(m, &m->choices, ask->question);
    op_append(m, &m->choices, value);
}

/* Choices at random until nobody is asked any more. */
static void play_on(M *m) {
    char *mark = m->top, *low = m->low;
    while (m->asked) {
        const ASK *ask = &m->asks[0];
        I value = vat(m, &ask->options, chosen(m, ask->options.n));
        if (m->recorded) record(m, ask, value);
        answer(m, 0, value);
        release(m, mark);
        release_low(m, low);
    }
}

/* Everything that is in play, as numbers one behind the other: the state, the lists, the stacks, the questions. What a save
   says may be anything; numbers that no game comes to are left to Python. */
static I read_one(M *m, const I **w) {
    I x = *(*w)++;
    if (x > (I)1 << 40 || x < -((I)1 << 40)) broken(m);
    return x;
}

static void read_list(M *m, const I **w, V *v) {
    v->n = 0;
    for (I n = *(*w)++; n > 0; n--) op_append(m, v, read_one(m, w));
}

static void load(M *m, const I *w) {
    for (I k = 0; k < SIZE; k++) m->s[k] = is_chance(k) ? 0 : small(m, w[k]);
    for (I k = 0; k < STREAMS; k++) {
        CHANCE *x = &m->streams[k];
        const I *state = w + STREAM[k];
        x->at = state[0]; x->left = 0;
        for (I j = 0; j < 4; j++) x->key[j] = state[1 + j];
    }
    w += SIZE;
    for (I k = 0; k < LISTS; k++) read_list(m, &w, &m->z[k]);
    for (I k = 0; k < STACKS; k++) m->stacks[k].n = m->stacks[k].used = 0;
    I stacks = *w++;
    if (stacks > STACKS) broken(m);
    for (I k = 0; k < stacks; k++) {
        m->stacks[k].used = 1;
        for (I n = *w++; n > 0; n--) { I x = read_one(m, &w); *lay(m, &m->stacks[k], 1) = x; }
    }
    m->forks = stacks - 1;
    m->asked = *w++;
    if ((U)m->asked > STACKS) broken(m);
    for (I k = 0; k < m->asked; k++) {
        ASK *ask = &m->asks[k];
        ask->player = *w++;
        ask->question = *w++;
        ask->st = &m->stacks[member(m, *w++, stacks)];
        read_list(m, &w, &ask->options);
    }
}

static void save(M *m) {
    m->words.n = 0;
    for (I k = 0; k < SIZE; k++) op_append(m, &m->words, m->s[k]);
    for (I k = 0; k < STREAMS; k++) {
        I *w = &m->words.a[STREAM[k]];
        w[0] = drawn(&m->streams[k]);
        for (I j = 0; j < 4; j++) w[1 + j] = m->streams[k].key[j];
    }
    for (I k = 0; k < LISTS; k++) {
        op_append(m, &m->words, m->z[k].n);
        for (I j = 0; j < m->z[k].n; j++) op_append(m, &m->words, m->z[k].a[j]);
    }
}

static void take_over(M *m, const M *other) {
    memcpy(m->s, other->s, sizeof(m->s));
    memcpy(m->streams, other->streams, sizeof(m->streams));
    for (I k = 0; k < LISTS; k++) copy_to(m, &m->z[k], &other->z[k]);
    for (I k = 0; k < STACKS; k++) {
        const ST *from = &other->stacks[k];
        m->stacks[k].n = 0; m->stacks[k].used = from->used;
        if (from->n) memcpy(lay(m, &m->stacks[k], from->n), from->a, from->n * sizeof(I));
    }
    m->asked = other->asked; m->forks = other->forks;
    for (I k = 0; k < m->asked; k++) {
        const ASK *from = &other->asks[k];
        m->asks[k].player = from->player; m->asks[k].question = from->question;
        m->asks[k].st = &m->stacks[from->st - other->stacks];
        copy_to(m, &m->asks[k].options, &from->options);
    }
    m->width = other->width;
    copy_to(m, &m->ranking, &other->ranking);
}
