/* The throw of tower.py, draw for draw. For each floor and each number of pieces that arrive and that lie there Python tells
   the borders between which 32 random bits decide how many of them stay. */
static const I DEV(slots)[] = {$SLOTS};
static const I *DEV(known)[$CROWD + 1][$CROWD + 1];

static I DEV(some)(I arriving, I lying) {
    const I **known = &DEV(known)[arriving][lying];
    if (!*known) *known = row_(DEVICE, arriving, lying);
    const I *borders = *known + 1;
    U bits = s[$STREAM];
    U drawn = DRAW(bits);
    s[$STREAM] = bits;
    I low = 0, high = **known;
    while (low < high) {
        I middle = (low + high) / 2;
        if ((I)drawn < borders[middle]) high = middle; else low = middle + 1;
    }
    return low;
}

static I DEV(stays)(I arriving, I lying) {
    if (arriving <= $CROWD && lying <= $CROWD && arriving + lying <= $CROWD) return DEV(some)(arriving, lying);
    I stay = 0;
    while (arriving || lying) { /* very many: smaller groups */
        I a = arriving < $CROWD / 2 ? arriving : $CROWD / 2, b = lying < $CROWD / 2 ? lying : $CROWD / 2;
        stay += DEV(some)(a, b);
        arriving -= a;
        lying -= b;
    }
    return stay;
}

static I DEV(throw)(const V *a, const V *b) {
    if (z[$TAPE].n) broken();
    for (I token = 0; token < $TOKENS; token++) { /* what can not fall out again may not be thrown in */
        if (vat(b, token) >= 0) continue;
        if (vat(a, token) >= 0 && s[index_(vat(a, token), SIZE)]) broken();
        for (I floor = 0; floor < $FLOORS; floor++) {
            I slot = DEV(slots)[token * $FLOORS + floor];
            if (slot >= 0 && s[slot]) broken();
        }
    }
    for (I token = 0; token < $TOKENS; token++) {
        I into = vat(a, token), out = vat(b, token), falling = 0;
        if (out < 0) continue;
        if (into >= 0) { falling = s[index_(into, SIZE)]; s[into] = 0; }
        falling = add_(falling, s[index_(out, SIZE)]);
        for (I floor = 0; floor < $FLOORS; floor++) {
            I slot = DEV(slots)[token * $FLOORS + floor], there;
            if (slot < 0 || s[slot] < 0 || falling < 0) broken();
            there = add_(falling, s[slot]);
            if (there) {
                I stay = DEV(stays)(falling, s[slot]);
                s[slot] = stay;
                falling = there - stay;
            }
        }
        s[out] = falling;
    }
    return 0;
}
