/* The course of a playout, as in rulekit/runtime/playout.py, and the way of a match there and back. */
static void run(M *m, ST *st) {
    char *mark = m->top, *low = m->low;
    while (st->n) {
        release(m, mark);
        release_low(m, low);
        tick(m);
        I chosen = 0;
        if (m->asked) {
            m->asked = 0;
            chosen = vat(m, &m->options, op_answer(m, m->options.n));
        }
        I step = st->n < 1 ? -1 : st->a[st->n - 1]; /* whatever lies there: a save can be written by anybody */
        if ((U)step >= sizeof(STEPS) / sizeof(*STEPS)) broken(m);
        STEPS[step](m, st, chosen);
    }
}

static void all(M *m, I asks) {
    for (I k = 0; k < asks; k++) {
        ask(m, &m->asks[k].options);
        run(m, m->asks[k].st);
        if (m->asked) broken(m); /* nothing goes on after the answer */
    }
    run(m, &m->stacks[0]);
}

/* Everything that is in play, as numbers one behind the other: the state, the lists, the stacks, the questions. What a save
   says may be anything; numbers that no game comes to are left to Python. */
static I read_one(M *m, const I **w) {
    I x = *(*w)++;
    if (x > (I)1 << 40 || x < -((I)1 << 40)) broken(m);
    return x;
}

static void read_list(M *m, const I **w, V *v) {
    v->heap = 1; v->n = 0;
    for (I n = *(*w)++; n > 0; n--) op_append(m, v, read_one(m, w));
}

static I load(M *m, const I *w) { /* gives how many questions are open */
    memcpy(m->s, w, SIZE * sizeof(I));
    for (I k = 0; k < STREAMS; k++) m->s[STREAM[k]] = 0;
    for (I k = 0; k < SIZE; k++) if (m->s[k] > (I)1 << 40 || m->s[k] < -((I)1 << 40)) broken(m);
    for (I k = 0; k < STREAMS; k++) m->s[STREAM[k]] = w[STREAM[k]];
    w += SIZE;
    for (I k = 0; k < LISTS; k++) read_list(m, &w, &m->z[k]);
    for (I k = 0; k < STACKS; k++) m->stacks[k].n = m->stacks[k].used = 0;
    I stacks = *w++, asks;
    if (stacks > STACKS) broken(m);
    for (I k = 0; k < stacks; k++) {
        m->stacks[k].used = 1;
        for (I n = *w++; n > 0; n--) lay(m, &m->stacks[k], read_one(m, &w));
    }
    asks = *w++;
    if (asks > STACKS) broken(m);
    for (I k = 0; k < asks; k++) {
        m->asks[k].st = &m->stacks[member(m, *w++, stacks)];
        read_list(m, &w, &m->asks[k].options);
    }
    return asks;
}

static void save(M *m) {
    m->words.heap = 1; m->words.n = 0;
    for (I k = 0; k < SIZE; k++) op_append(m, &m->words, m->s[k]);
    for (I k = 0; k < LISTS; k++) {
        op_append(m, &m->words, m->z[k].n);
        for (I j = 0; j < m->z[k].n; j++) op_append(m, &m->words, m->z[k].a[j]);
    }
}

/* ------------------------------------------------------------ what Python calls */
M *match_new(void) { /* null where there is no room for one */
    M *m = calloc(1, sizeof(M));
    if (m && !(m->area = malloc(AREA))) { free(m); m = 0; }
    return m;
}

void match_free(M *m) {
    for (I k = 0; k < LISTS; k++) free(m->z[k].a);
    for (I k = 0; k < STACKS; k++) { free(m->stacks[k].a); free(m->asks[k].options.a); }
    free(m->options.a); free(m->ranking.a); free(m->words.a);
    SHOW(m->area, AREA);
    free(m->area);
    free(m);
}

void heed(int (*signals)(void)) { signals_ = signals; }

/* Plays the match that ``words`` says to its end with choices at random, ``limit`` at most. Gives how it came out; ``*made``
   choices were made. */
I play(M *m, const I *words, U chance, I limit, I *made) {
    jmp_buf here;
    m->out = &here;
    m->top = m->area; m->low = m->area + AREA;
    HIDE(m->area, AREA);
    m->chance = chance; m->limit = limit; m->ticks = m->made = m->asked = m->work = 0;
    volatile I played = BROKEN;
    switch (setjmp(here)) {
    case 0:
        all(m, load(m, words));
        played = PLAYED;
        break;
    case ENDED: played = ENDED; break;
    case FAILED: return FAILED;
    case WANTED: return WANTED;
    default: return BROKEN;
    }
    *made = m->made;
    save(m); /* goes back to the switch once more where there is no room for it */
    return played;
}

const I *result(M *m, I *n) { *n = m->words.n; return m->words.a; }
const I *ranking(M *m, I *n, I *width) { *n = m->ranking.n; *width = m->width; return m->ranking.a; }
const I *wanted(M *m) { return m->wanted; }

I tell(M *m, const I *numbers) { /* what was wanted last; 0 where there is no room for it */
    ROW *row = malloc(sizeof(ROW) + (*numbers + 1) * sizeof(I));
    if (!row) return 0;
    row->device = m->wanted[0]; row->a = m->wanted[1]; row->b = m->wanted[2];
    memcpy(row->numbers, numbers, (*numbers + 1) * sizeof(I));
    row->next = told;
    told = row;
    return 1;
}
