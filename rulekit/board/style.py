"""The style sheet of a drawing: a variable for every colour that a page can set, and classes for highlights."""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.board.look import INK, LAND, PAPER, Look
from rulekit.board.shapes import slug
from rulekit.board.sides import Owner

RULES = """
.rk-board text{font-family:"Noto Sans","Helvetica Neue",Helvetica,Arial,"Noto Sans CJK SC","PingFang SC",
 "Microsoft YaHei",sans-serif;
 text-anchor:middle;fill:var(--rk-ink)}
.rk-board .rk-sea{fill:var(--rk-sea)}
.rk-board .rk-coast{fill:none;stroke:var(--rk-coast);stroke-width:3;stroke-linejoin:round}
.rk-board .rk-land{fill:var(--rk-land)}
.rk-board .rk-water{fill:var(--rk-sea);stroke:var(--rk-coast);stroke-width:1}
.rk-board .rk-area{stroke:none}
.rk-board .rk-border{fill:none;stroke:var(--rk-border);stroke-width:1;stroke-linejoin:round}
.rk-board .rk-held{fill:var(--rk-owner);fill-opacity:.42}
.rk-board .rk-band{fill:none;stroke:var(--rk-owner);stroke-width:7;stroke-opacity:.85}
.rk-board .rk-weave{fill:none;stroke:var(--rk-owner);stroke-width:1.1;stroke-opacity:.55}
.rk-board circle.rk-weave{fill:var(--rk-owner);fill-opacity:.55;stroke:none}
.rk-board .rk-route{fill:none;stroke-linecap:round}
.rk-board .rk-case{fill:none;stroke:var(--rk-land);stroke-opacity:.75;stroke-linecap:round}
.rk-board .rk-mark{stroke:var(--rk-ink);stroke-width:1}
.rk-board .rk-mark.rk-owned{fill:var(--rk-owner)}
.rk-board .rk-letter{font-weight:700}
.rk-board .rk-owned + .rk-letter{fill:var(--rk-on)}
.rk-board .rk-disc{fill:var(--rk-paper);stroke:var(--rk-ink);stroke-width:.8}
.rk-board .rk-number{font-weight:700}
.rk-board .rk-name{paint-order:stroke;stroke:var(--rk-halo);stroke-width:2.6;stroke-linejoin:round}
.rk-board .rk-leader{stroke:var(--rk-ink);stroke-width:.9;stroke-opacity:.85}
.rk-board .rk-fact{stroke:var(--rk-ink);stroke-width:.6}
.rk-board .rk-face{stroke:var(--rk-ink);stroke-width:.9}
.rk-board [class*=rk-owner-]>.rk-face{fill:var(--rk-owner)}
.rk-board .rk-round>.rk-face{stroke-width:1.6}
.rk-board .rk-wall{fill:none;stroke:var(--rk-ink);stroke-width:1.8;stroke-linejoin:round}
.rk-board .rk-count{font-weight:700}
.rk-board .rk-chip[class*=rk-owner-]>.rk-count{fill:var(--rk-on)}
.rk-board .rk-crest{fill:var(--rk-on)}
.rk-board .rk-sign{stroke:var(--rk-ink);stroke-width:.9;stroke-linejoin:round}
.rk-board .rk-legend text{text-anchor:start}
.rk-board .rk-title{font-weight:700}
.rk-board .rk-legend text.rk-letter,.rk-board .rk-legend text.rk-count,.rk-board .rk-legend text.rk-number{text-anchor:middle}
.rk-board .rk-panel{fill:var(--rk-paper);fill-opacity:.88;stroke:var(--rk-border);stroke-width:1}
.rk-board .rk-ring{fill:none;stroke:none}
.rk-board .rk-option .rk-ring{stroke:var(--rk-option);stroke-width:3}
.rk-board .rk-lit .rk-ring{stroke:var(--rk-lit);stroke-width:3;stroke-dasharray:5 3}
.rk-board .rk-option{cursor:pointer}
.rk-board path.rk-area.rk-option,.rk-board g.rk-place.rk-option .rk-area{stroke:var(--rk-option);stroke-width:3}
"""
"""``rk-option`` and ``rk-lit`` are for pages: options, and places of recent changes."""


def style(look: Look, owners: Iterable[Owner]) -> str:
    """The content of the element ``style``."""
    variables = {
        "ink": INK,
        "paper": PAPER,
        "halo": PAPER,
        "sea": look.sea or PAPER,
        "land": LAND,
        "coast": "#7c98a8" if look.sea else INK,
        "border": "#6b5d4d",
        "option": "#111111",
        "lit": "#d2542a",
    }
    said = [f"--rk-{name}:{value}" for name, value in variables.items()]
    found = list(owners)
    said += [f"--rk-{slug(owner.key)}:{owner.colour}" for owner in found]
    rows = [".rk-board{" + ";".join(said) + "}"]
    for owner in found:
        rows.append(
            f".rk-board .rk-owner-{slug(owner.key)}{{--rk-owner:var(--rk-{slug(owner.key)});--rk-on:{owner.ink}}}"
        )
    return "\n".join(rows) + RULES
