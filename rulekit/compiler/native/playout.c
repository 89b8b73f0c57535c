/* The course of a playout: see Match.play_random, which does the same step by step. */

static U me_also_; /* the playout's own stream of chance: for choices, not for the game */
static ASK asks_[STACKS], others_[STACKS];
static I waiting_, forks_, made_, width_;
static V *ranking_;
static ST stacks_[STACKS];

static ST *stack_(void) {
    for (I k = 1; k < STACKS; k++) if (!stacks_[k].used) { stacks_[k].used = 1; stacks_[k].n = 0; return &stacks_[k]; }
    broken();
}

static void ask_(I player, I question, const V *options, ST *st) {
    if (asked_ == STACKS) broken();
    ASK *ask = &asks_[asked_++];
    ask->player = player; ask->question = question; ask->st = st;
    ask->options.heap = 1; ask->options.n = 0;
    vadd(&ask->options, options);
}

static void swap_(ASK *a, ASK *b) { ASK kept = *a; *a = *b; *b = kept; } /* the room of the options goes along */

/* The next step of a stack. Whatever lies on it: a save can be written by anybody. */
static inline void step_(ST *st, I chosen) {
    tick_();
    if (st->n < 1 || (U)st->a[st->n - 1] >= sizeof(STEPS) / sizeof(*STEPS)) broken();
    STEPS[st->a[st->n - 1]](st, chosen);
}

static void run_(ST *st) {
    I waiting = asked_;
    for (I k = 0; k < 1000000; k++) {
        if (!st->n || asked_ != waiting) return;
        step_(st, 0);
    }
    fail(-1);
}

static void forked_(ST *st, I waiting) {
    if (asked_ == waiting) run_(st);
    if (st->n) forks_++; else st->used = 0;
}

__attribute__((noreturn)) static void end_(V *ranking, I width) {
    ranking_ = ranking; width_ = width;
    longjmp(out_, ENDED);
}

static void go_(I limit) {
    ST *main = &stacks_[0];
    while (asked_) {
        if (made_ >= limit) return;
        if (asked_ + waiting_ > STACKS) broken();
        while (asked_ > 1) swap_(&others_[waiting_++], &asks_[--asked_]);
        ASK *ask = &asks_[--asked_];
        ST *st = ask->st;
        made_++;
        me_also_ = me_also_ * 6364136223846793005ULL + 1442695040888963407ULL;
        I chosen = vat(&ask->options, (me_also_ >> 33) * (U)ask->options.n >> 31);
        forget_();
        step_(st, chosen);
        if (!asked_) {
            I k = 0;
            for (; st->n && !asked_ && k < 1000000; k++) { forget_(); step_(st, 0); }
            if (k == 1000000) fail(-1);
            if (!asked_) {
                if (st != main) {
                    st->used = 0;
                    if (!--forks_) { forget_(); run_(main); }
                }
                if (waiting_) swap_(&asks_[asked_++], &others_[--waiting_]);
            }
        }
    }
}

/* Everything that is in play, as numbers one behind the other: the state, the lists, the stacks, the questions. */
static I *words_, room_of_words_, said_;
static void say_(I x) {
    if (said_ == room_of_words_) grow_(&words_, &room_of_words_, 8192);
    words_[said_++] = x;
}

static void say_list_(const V *v) {
    say_(v->n);
    for (I k = 0; k < v->n; k++) say_(v->a[k]);
}

static const I *read_(const I *w, V *v) {
    v->heap = 1; v->n = 0;
    for (I n = *w++; n > 0; n--) vpush(v, *w++);
    return w;
}

static void load_(const I *w) {
    memcpy(s, w, SIZE * sizeof(I));
    w += SIZE;
    for (I k = 0; k < LISTS; k++) w = read_(w, &z[k]);
    for (I k = 0; k < STACKS; k++) stacks_[k].n = stacks_[k].used = 0;
    I stacks = *w++;
    if (stacks > STACKS) broken();
    for (I k = 0; k < stacks; k++) {
        stacks_[k].used = 1;
        for (I n = *w++; n > 0; n--) lay(&stacks_[k], *w++);
    }
    forks_ = *w++;
    asked_ = waiting_ = 0;
    I asks = *w++;
    if (asks > STACKS) broken();
    while (asks--) {
        ASK *ask = &asks_[asked_++];
        ask->player = *w++; ask->question = *w++; ask->st = &stacks_[*w++];
        w = read_(w, &ask->options);
    }
}

static void save_(void) {
    said_ = 0;
    for (I k = 0; k < SIZE; k++) say_(s[k]);
    for (I k = 0; k < LISTS; k++) say_list_(&z[k]);
    I stacks = STACKS;
    while (stacks > 1 && !stacks_[stacks - 1].used) stacks--;
    say_(stacks);
    for (I k = 0; k < stacks; k++) {
        say_(stacks_[k].n);
        for (I j = 0; j < stacks_[k].n; j++) say_(stacks_[k].a[j]);
    }
    say_(forks_);
    say_(asked_);
    for (I k = 0; k < asked_; k++) {
        say_(asks_[k].player); say_(asks_[k].question); say_(asks_[k].st - stacks_);
        say_list_(&asks_[k].options);
    }
}

void heed(int (*signals)(void)) { signals_ = signals; }

/* Plays on from ``words`` with choices at random. Gives how it came out; ``*made`` choices were made. */
I play(const I *words, U chance, I limit, I *made) {
    volatile I played = PLAYED;
    floor_ = (uintptr_t)__builtin_frame_address(0) - DEEPEST;
    made_ = 0;
    forget_();
    switch (setjmp(out_)) {
    case PLAYED:
        load_(words);
        me_also_ = chance;
        go_(limit);
        if (asked_ + waiting_ > STACKS) broken();
        while (waiting_) swap_(&asks_[asked_++], &others_[--waiting_]);
        break;
    case ENDED:
        played = ENDED;
        asked_ = waiting_ = forks_ = 0;
        for (I k = 0; k < STACKS; k++) stacks_[k].n = stacks_[k].used = 0;
        break;
    case FAILED: return FAILED;
    case WANTED: return WANTED;
    default: return BROKEN;
    }
    *made = made_;
    save_(); /* goes back to the switch once more where there is no room for it */
    return played;
}

const I *result(I *n) { *n = said_; return words_; }
const I *ranking(I *n, I *width) { *n = ranking_->n; *width = width_; return ranking_->a; }
