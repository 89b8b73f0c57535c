/* Monte Carlo tree search over information sets: rulekit/bots/search.py says how it works, and makes the same choices. */
enum { DEEPEST_PATH = 256 };

/* One option at a node. */
typedef struct { I value, visits, available; double total; } EDGE;

/* What one player knows at one of his decisions. */
typedef struct { U key; I question, visits, n, room; EDGE *edges; } NODE;

/* A decision on the way down. Which edges its options are stands in ``ids``, from ``first`` on. */
typedef struct { NODE *node; I player, first, n, chosen; } PASSED;

/* How a search goes: constants, and for each question where things of its kind are written down (-1: it is about no things
   that can be hidden) and whether they are turned up; for each seat and place whether it reads what is there (2), what is
   turned up there (1), or nothing. */
typedef struct { double explore, widening, trust; I wide, deepest, codes; const I *where, *faces, *sight; } PLAN;

typedef struct {
    M *m; /* the world of an iteration */
    PLAN plan;
    U chance;
    NODE **table; /* open addressing; ``room`` is a power of 2 */
    I room, nodes;
    I *ids, ids_room;
    PASSED path[DEEPEST_PATH];
} SEARCH;

SEARCH *search_new(M *m, const PLAN *plan, U chance) { /* null where there is no room for one */
    SEARCH *x = calloc(1, sizeof(SEARCH));
    if (!x) return 0;
    x->m = m; x->plan = *plan; x->chance = chance; x->room = 1024;
    if (x->plan.deepest > DEEPEST_PATH) x->plan.deepest = DEEPEST_PATH;
    if (!(x->table = calloc(x->room, sizeof(NODE *)))) { free(x); return 0; }
    return x;
}

void search_free(SEARCH *x) {
    for (I k = 0; k < x->room; k++) if (x->table[k]) { free(x->table[k]->edges); free(x->table[k]); }
    free(x->table); free(x->ids);
    free(x);
}

static I some(SEARCH *x, I n) { x->chance = NEXT(x->chance); return (x->chance >> 33) * (U)n >> 31; }
static U bits(SEARCH *x) { x->chance = NEXT(x->chance); return mix(x->chance); }
static U further(U key, I question, I value) { return mix(key ^ mix((U)question << 32 ^ (U)(value + 4))); }

static NODE **found(SEARCH *x, U key) { /* where the node of a key is, or would be */
    U k = key;
    for (;; k++) {
        NODE **at = &x->table[k & (x->room - 1)];
        if (!*at || (*at)->key == key) return at;
    }
}

static NODE *node_of(SEARCH *x, U key, I question) { /* null where there is no room */
    NODE **at = found(x, key);
    if (*at) return *at;
    if (2 * x->nodes >= x->room) {
        NODE **old = x->table;
        I room = x->room;
        NODE **more = calloc(2 * room, sizeof(NODE *));
        if (!more) return 0;
        x->table = more; x->room = 2 * room;
        for (I k = 0; k < room; k++) if (old[k]) *found(x, old[k]->key) = old[k];
        free(old);
        at = found(x, key);
    }
    NODE *node = calloc(1, sizeof(NODE));
    if (!node) return 0;
    node->key = key; node->question = question;
    x->nodes++;
    return *at = node;
}

static I edge_of(NODE *node, I value, I guess) { /* -1 where there is no room; options mostly come in the same order */
    if (guess < node->n && node->edges[guess].value == value) return guess;
    for (I k = 0; k < node->n; k++) if (node->edges[k].value == value) return k;
    if (node->n == node->room) {
        I room = node->room ? 2 * node->room : 8;
        EDGE *more = realloc(node->edges, room * sizeof(EDGE));
        if (!more) return -1;
        node->edges = more; node->room = room;
    }
    node->edges[node->n] = (EDGE){value, 0, 0, 0.0};
    return node->n++;
}

/* Which of the options is tried, by its place among them; ``*fresh``: for the first time. */
static I choice(SEARCH *x, NODE *node, const I *ids, I n, I *fresh) {
    I untried = 0, best = -1;
    double most = 0;
    for (I k = 0; k < n; k++) untried += !node->edges[ids[k]].visits;
    I widest = n <= x->plan.wide ? n : max(1, (I)(x->plan.widening * sqrt((double)(node->visits + 1))));
    *fresh = untried && n - untried < widest;
    if (*fresh) {
        I left = some(x, untried);
        for (I k = 0; k < n; k++) if (!node->edges[ids[k]].visits && !left--) return k;
    }
    for (I k = 0; k < n; k++) {
        const EDGE *edge = &node->edges[ids[k]];
        if (!edge->visits) continue;
        double visits = edge->visits;
        double bound = edge->total / visits + x->plan.explore * sqrt(log((double)(edge->available + 1)) / visits);
        if (best < 0 || bound > most) { best = k; most = bound; }
    }
    return best;
}

/* Whether a seat reads a thing that a question is about, where it lies now. */
static I reads(SEARCH *x, I seat, I question, I thing) {
    const PLAN *plan = &x->plan;
    const S *s = x->m->s;
    if (plan->where[question] < 0 || thing < 0) return 1;
    I code = s[plan->where[question] + thing];
    if (code < 0) return 1;
    I how = code < plan->codes ? plan->sight[seat * plan->codes + code] : 0;
    return how == 2 || (how == 1 && plan->faces[question] >= 0 && s[plan->faces[question] + thing]);
}

static I answered(M *m, I k, I value) {
    GUARDED(m)
    answer(m, k, value);
    return ASKED;
}

/* Goes down the trees; gives how many decisions that were, -1 where the rules cannot go on, -2 where there is no room. */
static I descend(SEARCH *x, I k) {
    M *m = x->m;
    U keys[SEATS];
    I depth = 0, fresh = 0, used = 0;
    for (I seat = 0; seat < SEATS; seat++) keys[seat] = mix(seat + 1);
    for (; m->asked && !fresh && depth < x->plan.deepest; depth++, k = 0) {
        const ASK *ask = &m->asks[k];
        I player = ask->player, question = ask->question, n = ask->options.n, secret = ask->st != &m->stacks[0];
        NODE *node = node_of(x, keys[player], question);
        if (!node) return -2;
        if (used + n > x->ids_room) {
            I room = 2 * (used + n) + 256;
            I *more = realloc(x->ids, room * sizeof(I));
            if (!more) return -2;
            x->ids = more; x->ids_room = room;
        }
        I *ids = x->ids + used;
        for (I j = 0; j < n; j++) if ((ids[j] = edge_of(node, ask->options.a[j], j)) < 0) return -2;
        I chosen = choice(x, node, ids, n, &fresh), value = ask->options.a[chosen];
        x->path[depth] = (PASSED){node, player, used, n, ids[chosen]};
        used += n;
        I came = answered(m, k, value);
        if (came != ASKED && came != ENDED) return -1;
        for (I seat = 0; seat < SEATS; seat++) {
            if (seat == player) keys[seat] = further(keys[seat], question, value);
            else if (!secret) keys[seat] = further(keys[seat], question, reads(x, seat, question, value) ? value : -2);
        }
    }
    return depth;
}

/* Each number against the best of the rivals, as a result from 0 to 1. */
static void compare(const I *numbers, double *out) {
    I largest = 0;
    for (I k = 0; k < SEATS; k++) largest = max(largest, numbers[k] < 0 ? -numbers[k] : numbers[k]);
    double scale = 1 + 0.08 * (double)largest;
    for (I k = 0; k < SEATS; k++) {
        I best = 0, any = 0;
        for (I j = 0; j < SEATS; j++) if (RIVAL[k][j] && (!any || numbers[j] > best)) { best = numbers[j]; any = 1; }
        double lead = (double)(numbers[k] - best) / scale;
        lead = lead < -30.0 ? -30.0 : lead > 30.0 ? 30.0 : lead;
        out[k] = 1 / (1 + exp(-lead));
    }
}

static I worth(M *m, I seat, I *number) {
    GUARDED(m)
    *number = WORTH(m, seat);
    return ASKED;
}

/* A row is a player and then what decides: whether one row is ahead of another (1), equal (0) or behind (-1). */
static I ahead(const I *a, const I *b, I width) {
    for (I k = 1; k < width; k++) if (a[k] != b[k]) return a[k] > b[k] ? 1 : -1;
    return 0;
}

static void ended(M *m, I won, double *out) {
    I scores[SEATS] = {0}, width = m->width, rows = won && width ? m->ranking.n / width : 0, first = 0, equal = 0;
    const I *a = m->ranking.a;
    for (I k = 1; k < rows; k++) if (ahead(a + k * width, a + first * width, width) > 0) first = k;
    for (I k = 0; k < rows; k++) {
        scores[a[k * width]] = a[k * width + 1];
        equal += !ahead(a + k * width, a + first * width, width);
    }
    compare(scores, out);
    for (I k = 0; k < SEATS; k++) out[k] = 0.2 * out[k];
    for (I k = 0; k < rows; k++)
        if (!ahead(a + k * width, a + first * width, width)) {
            I seat = a[k * width];
            out[seat] = 0.8 * (1 / (double)equal) + out[seat];
        }
}

static I results(SEARCH *x, I over, double *out) {
    M *m = x->m;
    I judged = m->asked && HAS_WORTH, came = over ? ENDED : ASKED;
    double standing[SEATS];
    if (judged) {
        I numbers[SEATS];
        for (I k = 0; k < SEATS; k++) {
            I how = worth(m, k, &numbers[k]);
            if (how == FAILED) numbers[k] = 0;
            else if (how != ASKED) return 0;
        }
        compare(numbers, standing);
    }
    if (m->asked) {
        came = play(m, FIRST_BITS(bits(x)), 1000000);
        if (came != ASKED && came != ENDED) return 0;
    }
    ended(m, came == ENDED, out);
    for (I k = 0; judged && k < SEATS; k++) out[k] = x->plan.trust * standing[k] + (1 - x->plan.trust) * out[k];
    return 1;
}

static I iterated(SEARCH *x, const M *world, I k, I again) {
    M *m = x->m;
    if (copy(m, world) != ASKED || k >= m->asked) return BROKEN;
    m->heeds = m->width = 0;
    for (I j = 0; again && j < STREAMS; j++) {
        CHANCE *stream = &m->streams[j];
        stream->at = stream->left = 0;
        for (I i = 0; i < 4; i++) stream->key[i] = bits(x);
    }
    I depth = descend(x, k);
    double out[SEATS];
    if (depth == -2) return BROKEN;
    if (depth < 0 || !results(x, !m->asked && m->width, out)) return ASKED; /* nothing is learnt in this world */
    for (I j = 0; j < depth; j++) {
        const PASSED *step = &x->path[j];
        NODE *node = step->node;
        node->visits++;
        for (I i = 0; i < step->n; i++) node->edges[x->ids[step->first + i]].available++;
        node->edges[step->chosen].visits++;
        node->edges[step->chosen].total += out[step->player];
    }
    return ASKED;
}

/* One iteration for each of ``times``: in the last of the worlds as it is, or (``again``) in any of them, with other chance.
   ``k``: which of the questions is searched. Gives BROKEN where there is no room. */
I search(SEARCH *x, M *const *worlds, I n, I k, I again, I times) {
    for (I done = 0; done < times; done++) {
        I came = iterated(x, worlds[again ? some(x, n) : n - 1], k, again);
        if (came != ASKED) return came;
    }
    return ASKED;
}

/* A node, for :c:func:`result`: question, visits, and for each edge value, visits, how often it was available, and the bits of
   its total. Gives 0 where there is none. */
I search_node(SEARCH *x, U key) {
    M *m = x->m;
    const NODE *node = *found(x, key);
    if (!node) return 0;
    GUARDED(m)
    m->words.n = 0;
    op_append(m, &m->words, node->question);
    op_append(m, &m->words, node->visits);
    for (I k = 0; k < node->n; k++) {
        const EDGE *edge = &node->edges[k];
        I total;
        memcpy(&total, &edge->total, sizeof(I));
        op_append(m, &m->words, edge->value);
        op_append(m, &m->words, edge->visits);
        op_append(m, &m->words, edge->available);
        op_append(m, &m->words, total);
    }
    return ASKED;
}
