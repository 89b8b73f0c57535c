"""Searches over a graph in C: one function for each, with the conditions of a step in its loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.compiler.analysis.liveness import expression_reads
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.types import SEVERAL

if TYPE_CHECKING:
    from rulekit.compiler.emit.c import C

EACH = """\
{x} = edge->a[k];
const V *near = &NEAR[member(m, {x} - BASE, N)]; WORK
if ({leave}) for (I j = 0; j < near->n; j++) {{
    {y} = near->a[j];
"""
STEP = f"""\
{EACH}    if (!seen[{{y}} - BASE] && ({{step}})) {{{{ FOUND seen[{{y}} - BASE] = 1; op_append(m, edge, {{y}}); }}}}
}}}}
"""
SETS = "unsigned char seen[N + 1] = {{0}}, goal[N + 1] = {{0}};\n"
BEGIN = "put_in(seen, N, BASE, starts);\nV *edge = op_list(m, starts);\nI from = 0;\n"
GOAL = "put_in(goal, N, BASE, ends);\n"
ROUND = f"I last = edge->n;\nfor (I k = from; k < last; k++) {{{{\n{STEP}}}}}\nfrom = last;\n"
"""One step further from everything that was found last, which are the members of ``edge`` behind ``from``."""
MET = "(V){{edge->n - from, 0, edge->a + from, 0}}"
ALL = f"for (I k = 0; k < edge->n; k++) {{{{\n{STEP}}}}}\n"
SORTED = "return taken_from(m, seen, N, BASE);\n"
PATH = f"{SETS}{GOAL}if (meets(goal, N, BASE, starts)) return 1;\n{BEGIN}" + ALL.replace(
    "FOUND", "if (goal[{y} - BASE]) return 1;"
)
REACH = f"{SETS}{BEGIN}{ALL}{SORTED}"
WITHIN = f"""\
if (most < 0) return op_empty(m, 0);
{SETS}{BEGIN}while (edge->n > from && most > 0) {{{{ most--;
{ROUND}}}}}
{SORTED}"""
NEAREST = f"""\
{SETS}{GOAL}{BEGIN}while (edge->n > from && !meets(goal, N, BASE, &{MET})) {{{{
{ROUND}}}}}
unsigned char met[N + 1] = {{{{0}}}};
put_in(met, N, BASE, &{MET});
V *found = op_empty(m, ends->n);
for (I k = 0; k < ends->n; k++)
    if ((U)(ends->a[k] - BASE) < N && met[ends->a[k] - BASE]) op_append(m, found, ends->a[k]);
return found;
"""
"""Those that are met in the first round in which one is met, in their order in the set."""
FEWEST = f"""\
I n = 0;
{SETS}{GOAL}{BEGIN}while (!meets(goal, N, BASE, &{MET})) {{{{
if (edge->n == from) fail(m, LINE);
n++;
{ROUND}}}}}
return n;
"""
CONNECTED = f"""\
unsigned char left[N + 1] = {{{{0}}}}, seen[N + 1] = {{{{0}}}};
put_in(left, N, BASE, starts);
V *best = op_empty(m, N), *edge = op_empty(m, N);
for (I i = 0; i < starts->n; i++) {{{{
    I first = member(m, starts->a[i] - BASE, N);
    if (!left[first]) continue;
    left[first] = 0;
    edge->n = 0;
    op_append(m, edge, BASE + first);
    for (I k = 0; k < edge->n; k++) {{{{
{EACH}    if (left[{{y}} - BASE] && (({{step}}) || ({{back}}))) {{{{ left[{{y}} - BASE] = 0; op_append(m, edge, {{y}}); }}}}
    }}}}
    }}}}
    if (edge->n > best->n) {{{{ V *other = best; best = edge; edge = other; }}}}
}}}}
put_in(seen, N, BASE, best);
{SORTED}"""
"""The first of the largest, in the order of the set. A step in either direction connects."""
COSTS = """\
unsigned char seen[N + 1] = {{0}}, goal[N + 1] = {{0}};
I *known = room(m, (N + 1) * sizeof(I)), d;
V *pairs = op_empty(m, 4 * N);
for (I k = 0; k < starts->n; k++) {{
    I one = member(m, starts->a[k] - BASE, N);
    if (!seen[one]) {{ seen[one] = 1; known[one] = 0; heap_push(m, pairs, 0, BASE + one); }}
}}
while (pairs->n) {{
    {x} = heap_pop(pairs, &d);
    FOUND
    if (d > known[{x} - BASE]) continue;
    const V *near = &NEAR[{x} - BASE]; WORK
    if ({leave}) for (I j = 0; j < near->n; j++) {{
        {y} = near->a[j];
        if (!({step})) continue;
        I e = {cost};
        if (e < 0) fail(m, LINE);
        e = add(m, e, d);
        if (LIMIT(!seen[{y} - BASE] || e < known[{y} - BASE])) {{
            seen[{y} - BASE] = 1;
            known[{y} - BASE] = e;
            heap_push(m, pairs, e, {y});
        }}
    }}
}}
"""
"""``known``: what each member costs; the cheapest that is still open goes first."""
WITHIN_POINTS = f"""\
if (most < 0) return op_empty(m, 0);
{COSTS.replace("FOUND", "").replace("LIMIT", "e <= most && ")}{SORTED}"""
GOING = COSTS.replace("I *known", f"{GOAL}I *known").replace("LIMIT", "")
FEWEST_POINTS = GOING.replace("FOUND", "if (goal[{x} - BASE]) return d;") + "fail(m, LINE);\n"
TEMPLATES = {
    "path": PATH + "return 0;\n",
    "reach": REACH,
    "within": WITHIN,
    "nearest": NEAREST,
    "fewest": FEWEST,
    "connected": CONNECTED,
    "within-points": WITHIN_POINTS,
    "fewest-points": FEWEST_POINTS,
}


def search_function(p: C, x: ir.Search) -> str:
    """A call of the search as a function of its own, which is given the locals that its conditions read."""
    reads: dict[str, ir.Local] = {}
    for condition in (x.leave, x.step, x.back, x.cost):
        if condition is not None:
            reads.update(expression_reads(condition))
    given = [local for name, local in reads.items() if name not in (x.x.name, x.y.name)]
    ends = [
        (what, held) for what, held in (("starts", x.starts), ("ends", x.ends), ("most", x.most)) if held is not None
    ]
    params = [f"{p.ctype(local.type)}{local.name}_" for local in given]
    params += [f"{p.ctype(held.type)}{what}" for what, held in ends]
    inner: dict[str, ir.Expr | None] = {"leave": x.leave, "step": x.step, "back": x.back, "cost": x.cost}
    texts = {part: "" if inside is None else p.value(inside) for part, inside in inner.items()}
    one, other = f"{x.x.name}_", f"{x.y.name}_"
    body = TEMPLATES[x.sort].replace("FOUND", "").format(x=one, y=other, **texts)
    near, work = p.tables.name(x.near.name), f"spend(m, near->n * {x.weight});" if x.weight else ""
    for word, text in (("NEAR", near), ("BASE", str(x.base)), ("LINE", str(x.line)), ("WORK", work)):
        body = body.replace(word, text)
    head = f"I {one} = 0, {other} = 0;\nenum {{ N = {p.tables.size(x.near.name)} }};\n"
    gives = "V *" if isinstance(x.made, SEVERAL) else "I "
    text = f"({', '.join(['M *m', *params])}) {{\n{head}{body}}}\n"
    called = p.searches.setdefault(text, (f"search{len(p.searches)}", gives))[0]
    handed = [f"{local.name}_" for local in given] + [p.text(held) for _, held in ends]
    return f"{called}({', '.join(['m', *handed])})"
