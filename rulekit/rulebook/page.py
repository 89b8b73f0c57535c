"""The page itself: a few ways to write HTML, and how it looks on a screen and on paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from attrs import frozen

STYLE = """
:root { --ink: #222; --faint: #6b6b6b; --line: #ccc; --tint: #f6f3ec; --deep: #7a2018;
  --serif: "Source Serif 4", "Source Serif Pro", "Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif", Georgia, serif;
  --heads: var(--serif); --emphasis: italic; --mono: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
:lang(zh) { --serif: "Noto Serif CJK SC", "Noto Serif SC", "Source Han Serif SC", "Songti SC", STSong, SimSun, serif;
  --heads: "Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei", sans-serif;
  --emphasis: normal; }
* { box-sizing: border-box; }
body { color: var(--ink); background: #fff; margin: 0 auto; max-width: 46rem; padding: 2rem 1.5rem 4rem;
  font: 16px/1.6 var(--serif); text-rendering: optimizeLegibility; }
:lang(zh) body { line-height: 1.8; }
h1, h2, h3, h4 { font-family: var(--heads); line-height: 1.25; font-weight: 600; break-after: avoid; }
h1 { font-size: 2.6rem; margin: 0; color: var(--deep); }
h2 { font-size: 1.6rem; margin: 3rem 0 1rem; padding-bottom: .3rem; border-bottom: 2px solid var(--deep); }
h3 { font-size: 1.15rem; margin: 1.8rem 0 .4rem; }
i, em { font-style: var(--emphasis); }
.under { color: var(--faint); margin: .3rem 0 2rem; font-style: var(--emphasis); }
nav ol { columns: 2; padding-left: 1.4rem; margin: .4rem 0 1rem; }
nav p { margin: .6rem 0 0; font-weight: 600; }
section.about { font-size: 1.08em; }
section.about p { margin: .6rem 0; }
a { color: inherit; text-decoration: underline dotted var(--faint); text-underline-offset: .2em; }
nav a, h3 a { text-decoration: none; }
ul.rules { list-style: none; margin: .2rem 0 .6rem; padding: 0; }
ul.rules ul.rules { margin: 0; padding-left: 1.3rem; border-left: 1px solid var(--line); }
ul.rules > li { padding: .1rem 0; break-inside: avoid-page; }
p.note { margin: .3rem 0 .5rem; }
.note, .told { color: var(--faint); font-style: var(--emphasis); }
.spelt { color: var(--faint); font: .72em/1 var(--mono); margin-left: .6em; white-space: nowrap; }
.cite { color: var(--faint); font: .62em/1 var(--heads); letter-spacing: .02em; margin-left: .5em; opacity: .75; }
.slot { font-style: var(--emphasis); }
:lang(zh) .slot { border-bottom: 1px dotted var(--line); }
.card { background: var(--tint); border: 1px solid var(--line); border-radius: 6px; padding: .1rem 1rem .5rem;
  margin: .8rem 0; break-inside: avoid; }
.card h3 { margin-top: .7rem; }
.also { background: var(--tint); border-left: 3px solid var(--line); padding: .2rem .8rem; margin: .4rem 0; }
.changed { color: var(--deep); }
li.changed, div.changed, p.changed { border-left: 3px solid var(--deep); padding-left: .6rem; }
.variant { font: 600 .68em/1.4 var(--heads); color: #fff; background: var(--deep); border-radius: 3px; padding: .1em .5em;
  margin-left: .6em; white-space: nowrap; }
del { display: block; color: var(--faint); }
table { border-collapse: collapse; margin: .8rem 0 1.4rem; font-size: .92em; width: 100%; }
th, td { text-align: left; padding: .2rem .6rem .2rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { border-bottom: 1.5px solid var(--ink); font-weight: 600; }
td.n, th.n { text-align: right; padding-right: 1rem; }
figure { margin: 1rem 0; break-inside: avoid; } figure svg { width: 100%; height: auto; max-height: 90vh; }
@media print {
  @page { margin: 13mm 12mm 14mm; }
  .spelt { display: none; }
  body { max-width: none; padding: 0; columns: 2; column-gap: 7mm; font-size: 8.6pt; line-height: 1.34; }
  :lang(zh) body { line-height: 1.5; }
  header, nav, figure, table.wide, h2:has(+ figure) { column-span: all; }
  h1 { font-size: 22pt; } h2 { font-size: 13pt; margin: 5mm 0 2mm; } h3 { font-size: 10pt; margin: 3mm 0 1mm; }
  nav ol { columns: 3; } section.about { font-size: 1em; }
  .card { padding: 0 2.5mm 1.5mm; margin: 2mm 0; } .card h3 { margin-top: 1.5mm; }
  ul.rules > li { break-inside: avoid; } ul.rules ul.rules { padding-left: .9em; }
  table { font-size: .9em; margin: 1.5mm 0 3mm; } th, td { padding: .4mm 1.2mm .4mm 0; }
  figure svg { max-height: 150mm; }
  a { text-decoration: none; }
}
"""
WIDE = 6
"""A table of so many columns goes across both columns of a printed page"""


_FIRST = re.compile(r"^((?:<[^>]*>|[“(])*)([a-z])(?!</span>)")


@frozen
class Chapter:
    """``parts`` are pieces of HTML, in their order. ``appendix``: what one looks up, and does not read first."""

    key: str
    title: str
    parts: Sequence[str]
    appendix: bool = False


def capital(said: str) -> str:
    """A text with a capital first letter, after any tags in front."""
    return _FIRST.sub(lambda m: m[1] + m[2].upper(), said)


def tag(name: str, inner: str, **attributes: str) -> str:
    """An element; ``inner`` is HTML already, the attributes are not."""
    said = "".join(f' {key.rstrip("_")}="{escape(value)}"' for key, value in attributes.items() if value)
    return f"<{name}{said}>{inner}</{name}>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are HTML; a column in which only numbers stand is set to the right."""
    cells = [list(row) for row in rows]
    columns = [[row[k] for row in cells if row[k]] for k in range(len(head))]
    right = [bool(column) and all(c.strip("+−-").isdigit() for c in column) for column in columns]
    styles = ["n" if r else "" for r in right]
    out = tag("tr", "".join(tag("th", text, class_=style) for text, style in zip(head, styles, strict=True)))
    body = (tag("tr", "".join(tag("td", c, class_=s) for c, s in zip(row, styles, strict=True))) for row in cells)
    inside = tag("thead", out) + tag("tbody", "\n".join(body))
    return tag("table", inside, class_="wide" if len(head) >= WIDE else "")


def page(title: tuple[str, str], language: str, chapters: Sequence[Chapter], appendix: tuple[str, str]) -> str:
    """The whole page; ``title`` and what stands under it; ``appendix``: what these chapters are called together, and what
    stands behind that in their titles."""
    body = [tag("header", tag("h1", title[0]) + tag("p", title[1], class_="under"))]
    later = [c for c in chapters if c.appendix]
    listed = _listed([c for c in chapters if not c.appendix]) + (
        tag("p", appendix[0]) + _listed(later) if later else ""
    )
    body.append(tag("nav", listed))
    for chapter in chapters:
        head = f"{appendix[0]}{appendix[1]}{chapter.title}" if chapter.appendix else chapter.title
        sort = "about" if chapter.key.startswith("about-") else ""
        body.append(tag("section", tag("h2", head) + "\n" + "\n".join(chapter.parts), id=chapter.key, class_=sort))
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    head += tag("title", title[0]) + tag("style", STYLE)
    whole = "\n".join(body)
    return f'<!DOCTYPE html>\n<html lang="{language}">\n<head>{head}</head>\n<body>\n{whole}\n</body>\n</html>\n'


def _listed(chapters: Sequence[Chapter]) -> str:
    return tag("ol", "".join(tag("li", tag("a", c.title, href=f"#{c.key}")) for c in chapters))
