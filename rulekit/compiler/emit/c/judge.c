/* One step of a search: rulekit/bots/greedy.py says how options are judged, and comes to the same numbers. */
enum { DECIDED = 1000000, LEAD = 1000 };

/* What the end is worth to a player: his part of the win, and by how much he leads in what decides first, in limits. */
static I at_the_end(const M *m, I me) {
    I width = m->width, rows = width ? m->ranking.n / width : 0, first = 0, equal = 0, own = -1, others = 0, best = 0;
    const I *a = m->ranking.a;
    for (I k = 1; k < rows; k++) if (ahead(a + k * width, a + first * width, width) > 0) first = k;
    for (I k = 0; k < rows; k++) {
        equal += !ahead(a + k * width, a + first * width, width);
        if (a[k * width] == me) own = k;
        else if (RIVAL[me][a[k * width]] && (!others++ || a[k * width + 1] > best)) best = a[k * width + 1];
    }
    if (own < 0) return 0;
    I lead = others ? a[own * width + 1] - best : 0;
    I share = ahead(a + own * width, a + first * width, width) ? 0 : (DECIDED + equal / 2) / equal;
    return share + (lead < -LEAD ? -LEAD : lead > LEAD ? LEAD : lead);
}

/* ``out``: the advantage of a player after a choice in a world (left as it is), and after what he himself still decides, at
   random: ``further`` decisions at most. Where the rules fail nothing is known: 0. Gives BROKEN where the library cannot tell. */
I judge(M *m, const M *world, I k, I value, U chance, I further, I *out) {
    *out = 0;
    if (copy(m, world) != ASKED || k >= m->asked) return BROKEN;
    m->heeds = m->width = 0;
    I me = m->asks[k].player, came = answered(m, k, value);
    for (; came == ASKED && further > 0 && m->asked == 1 && m->asks[0].player == me; further--) {
        const ASK *ask = &m->asks[0];
        chance = NEXT(chance);
        came = answered(m, 0, ask->options.a[(chance >> 33) * (U)ask->options.n >> 31]);
    }
    if (came == FAILED) return ASKED;
    if (came != ASKED && came != ENDED) return BROKEN;
    if (!m->asked) {
        *out = at_the_end(m, me);
        return ASKED;
    }
    I own = 0, best = 0, others = 0;
    for (I seat = 0; seat < SEATS; seat++) {
        I number, how = worth(m, seat, &number);
        if (how == FAILED) number = 0;
        else if (how != ASKED) return BROKEN;
        if (seat == me) own = number;
        else if (RIVAL[me][seat] && (!others++ || number > best)) best = number;
    }
    *out = own - best;
    return ASKED;
}
