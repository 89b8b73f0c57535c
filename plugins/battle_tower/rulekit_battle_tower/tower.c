/* The throw of tower.py, draw for draw. For each floor and each number of pieces that arrive and that lie there Python tells
   the borders between which 32 random bits decide how many of them stay. */
static const I DEV(slots)[] = {$SLOTS};
static const I *DEV(known)[$CROWD + 1][$CROWD + 1];

static I DEV(some)(M *m, I arriving, I lying) {
    const I **known = &DEV(known)[arriving][lying];
    if (!*known) *known = row_(m, DEVICE, arriving, lying);
    const I *borders = *known + 1;
    U drawn = draw(m, $STREAM);
    I low = 0, high = **known;
    while (high - low > 16) {
        I middle = (low + high) / 2;
        if ((I)drawn < borders[middle]) high = middle; else low = middle + 1;
    }
    I found = low; /* whatever chance says, a few comparisons take the same way */
    for (I k = low; k < high; k++) found += (I)drawn >= borders[k];
    return found;
}

static I DEV(stays)(M *m, I arriving, I lying) {
    if (arriving <= $CROWD && lying <= $CROWD && arriving + lying <= $CROWD) return DEV(some)(m, arriving, lying);
    I stay = 0;
    while (arriving || lying) { /* very many: smaller groups */
        I a = arriving < $CROWD / 2 ? arriving : $CROWD / 2, b = lying < $CROWD / 2 ? lying : $CROWD / 2;
        stay += DEV(some)(m, a, b);
        arriving -= a;
        lying -= b;
    }
    return stay;
}

static I DEV(throw)(M *m, const V *a, const V *b) {
    if (m->z[$TAPE].n) broken(m);
    for (I token = 0; token < $TOKENS; token++) { /* what cannot fall out again may not be thrown in */
        if (vat(m, b, token) >= 0) continue;
        if (vat(m, a, token) >= 0 && m->s[at(m, vat(m, a, token), SIZE)]) broken(m);
        for (I floor = 0; floor < $FLOORS; floor++) {
            I slot = DEV(slots)[token * $FLOORS + floor];
            if (slot >= 0 && m->s[slot]) broken(m);
        }
    }
    for (I token = 0; token < $TOKENS; token++) {
        I into = vat(m, a, token), out = vat(m, b, token), falling = 0;
        if (out < 0) continue;
        if (into >= 0) { falling = m->s[at(m, into, SIZE)]; m->s[into] = 0; }
        falling = add(m, falling, m->s[at(m, out, SIZE)]);
        for (I floor = 0; floor < $FLOORS; floor++) {
            I slot = DEV(slots)[token * $FLOORS + floor], there;
            if (slot < 0 || m->s[slot] < 0 || falling < 0) broken(m);
            there = add(m, falling, m->s[slot]);
            if (there) {
                I stay = DEV(stays)(m, falling, m->s[slot]);
                m->s[slot] = small(m, stay);
                falling = there - stay;
            }
        }
        m->s[out] = small(m, falling);
    }
    return 0;
}
