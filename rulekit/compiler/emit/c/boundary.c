/* What Python calls. Each function gives how it came out: ASKED, somebody is asked or the rules are at their end; ENDED; or why
   Python has to go on by itself. After FAILED and BROKEN the match stands in the middle of a rule: it can be put or
   copied into, and nothing else. */
static void closed(M *m) { /* nothing goes on after the end */
    m->asked = m->forks = 0;
    for (I k = 0; k < STACKS; k++) m->stacks[k].n = m->stacks[k].used = 0;
}

/* From here on whatever ends the course early comes back to this place, and leaves the function. */
#define GUARDED(m) \
    jmp_buf here; \
    (m)->out = &here; \
    (m)->top = (m)->area; (m)->low = (m)->area + AREA; \
    HIDE((m)->area, AREA); \
    (m)->ticks = (m)->work = 0; (m)->supposed = 0; \
    int came = setjmp(here); \
    if (came == ENDED) closed(m); \
    if (came) return came;

M *match_new(const I *(*rows)(I, I, I)) { /* null where there is no room for one */
    M *m = calloc(1, sizeof(M));
    if (!m || !(m->area = malloc(AREA))) { free(m); return 0; }
    for (I k = 0; k < LISTS; k++) m->z[k].heap = 1;
    for (I k = 0; k < STACKS; k++) m->asks[k].options.heap = 1;
    m->ranking.heap = m->words.heap = m->choices.heap = 1;
    m->rows = rows;
    return m;
}

void match_free(M *m) {
    for (I k = 0; k < LISTS; k++) free(m->z[k].a);
    for (I k = 0; k < STACKS; k++) { free(m->stacks[k].a); free(m->asks[k].options.a); }
    free(m->ranking.a); free(m->words.a); free(m->choices.a);
    SHOW(m->area, AREA);
    free(m->area);
    free(m);
}

void heed(int (*signals)(void)) { signals_ = signals; }

/* The match is the one that ``words`` say. ``heeds``: whether whoever calls holds Python's lock, so that signals are heard. */
I put(M *m, const I *words, I heeds) {
    m->heeds = heeds;
    GUARDED(m)
    load(m, words);
    return ASKED;
}

/* The match is as another one of this library. */
I copy(M *m, const M *other) {
    m->heeds = other->heeds;
    GUARDED(m)
    take_over(m, other);
    return ASKED;
}

I answer_one(M *m, I k, I value) {
    GUARDED(m)
    if ((U)k >= (U)m->asked || !has(&m->asks[k].options, value)) broken(m);
    answer(m, k, value);
    return ASKED;
}

/* How many options the first open question has; 0 where nobody is asked. */
I count(const M *m) { return m->asked ? m->asks[0].options.n : 0; }

/* Answers the first open question with its k-th option. */
I apply(M *m, I k) {
    GUARDED(m)
    if ((U)k >= (U)count(m)) broken(m);
    answer(m, 0, m->asks[0].options.a[k]);
    return ASKED;
}

/* Plays to the end with choices at random, ``limit`` at most; ``made`` tells how many there were. */
I play(M *m, U chance, I limit) {
    m->keyed = m->recorded = 0;
    m->chance = chance; m->limit = limit; m->made = 0;
    GUARDED(m)
    play_on(m);
    return ASKED;
}

static I whole_game(M *m, const I *words, U seed, I limit, I recorded) {
    m->keyed = 1; m->recorded = recorded; m->choices.n = 0;
    m->limit = limit; m->made = 0;
    begin_stream(&m->answers, seed, "random bot");
    GUARDED(m)
    load(m, words);
    begin_streams(m, seed);
    start(m);
    play_on(m);
    return ASKED;
}

static I noted(M *m, I outcome) {
    GUARDED(m)
    op_append(m, &m->words, outcome);
    op_append(m, &m->words, m->made);
    op_append(m, &m->words, outcome == ENDED ? m->width : 0);
    op_append(m, &m->words, outcome == ENDED ? m->ranking.n : 0);
    op_append(m, &m->words, m->choices.n);
    for (I k = 0; outcome == ENDED && k < m->ranking.n; k++) op_append(m, &m->words, m->ranking.a[k]);
    for (I k = 0; k < m->choices.n; k++) op_append(m, &m->words, m->choices.a[k]);
    return ASKED;
}

/* Plays games with the seeds ``first``, ``first + 1``, ...; ``words`` say the match before its beginning. What each comes to
   is in :c:func:`result`: outcome, number of choices, width of a row of the ranking, how many numbers the ranking has and the
   choices that are recorded (player, question, value of each), and these. Gives how many games were played: fewer than ``n``
   where there is no room. */
I play_games(M *m, const I *words, U first, I n, I limit, I recorded) {
    m->words.n = m->heeds = 0;
    for (I k = 0; k < n; k++) {
        I outcome = whole_game(m, words, first + (U)k, limit, recorded);
        if (noted(m, outcome) != ASKED) return k;
    }
    return n;
}

/* Plays to the end from a position, again and again, with the seeds ``first``, ``first + 1``, ...; tells of each as
   :c:func:`play_games` does. */
I playouts(M *m, const M *from, U first, I n, I limit) {
    m->words.n = m->choices.n = 0;
    for (I k = 0; k < n; k++) {
        I outcome = copy(m, from);
        m->heeds = m->made = 0;
        if (outcome == ASKED) outcome = play(m, FIRST_BITS(first + (U)k), limit);
        if (noted(m, outcome) != ASKED) return k;
    }
    return n;
}

I numbers(M *m) { /* the state and the lists, for :c:func:`result` */
    GUARDED(m)
    save(m);
    return ASKED;
}

I made(M *m) { return m->made; }
I asked(M *m) { return m->asked; }
const I *question(M *m, I k, I *n, I *player, I *number) {
    ASK *ask = &m->asks[k];
    *n = ask->options.n; *player = ask->player; *number = ask->question;
    return ask->options.a;
}
const I *result(M *m, I *n) { *n = m->words.n; return m->words.a; }
const I *ranking(M *m, I *n, I *width) { *n = m->ranking.n; *width = m->width; return m->ranking.a; }
