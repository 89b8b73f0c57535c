"""The page's own files: every text in every language, libraries as they were published, small enough for a slow line."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import subprocess
import zlib
from pathlib import Path
from typing import Any

import pytest

from rulekit.web.app import STATIC
from rulekit.web.short_scripts import shortened
from rulekit.web.static_files import without_comments
from tests.web.asking import TestClient
from tests.web.browsing import page_of
from tests.web.npm import NPM, tools

SCRIPTS = sorted(STATIC.glob("*.js"))
MOST = 60_000
"""Bytes of the page's own scripts, compressed; what the first view loads has a limit of its own in test_first_view"""


def test_libraries_are_unchanged() -> None:
    told = (STATIC / "vendor" / "README.md").read_text(encoding="utf-8")
    assert hashlib.sha256((STATIC / "vendor" / "preact-htm.js").read_bytes()).hexdigest() in told


def test_the_scripts_are_small() -> None:
    assert sum(len(zlib.compress(without_comments(path, 0).encode())) for path in SCRIPTS) < MOST


PARTS = """
const [typescript, ...given] = JSON.parse(require("fs").readFileSync(0, "utf-8"));
const ts = require(typescript);
const syntax = text => ts.createSourceFile("page.js", text, ts.ScriptTarget.ES2022);
const parts = node => {
  if (!ts.isTaggedTemplateExpression(node) || node.tag.text !== "html") return [];
  const { head, templateSpans } = node.template;
  return head ? [head, ...templateSpans.map(span => span.literal)] : [node.template];
};
const templates = (node, found = []) => {
  if (parts(node).length) found.push(parts(node).map(part => part.text));
  ts.forEachChild(node, child => void templates(child, found));
  return found;
};
"""
"""Reads scripts with TypeScript; ``parts``: of a template of ``html``, between its values; ``templates``: all within a node"""

READ = (
    PARTS
    + """
const drawn = new Set();
const bare = text => text.replace(/\\n +/g, "\\n").replace(/(?<=>)\\n|\\n(?=<)|^\\n$/g, "");
const words = node => drawn.has(node) ? bare(node.rawText) : node.text ?? "";
const leaf = node => [node.kind, node.operator ?? 0, node.flags & ts.NodeFlags.BlockScoped, words(node)];
const all = node => {
  parts(node).forEach(part => drawn.add(part));
  const inside = [];
  ts.forEachChild(node, child => void inside.push(all(child)));
  return ts.isSourceFile(node) ? inside : [...leaf(node), ...inside];
};
console.log(JSON.stringify(given.map(text => all(syntax(text)))));
"""
)
"""Prints the syntax trees of scripts, without the indents and line breaks that templates of ``html`` do not show"""

TEMPLATES = PARTS + "console.log(JSON.stringify(given.map(text => templates(syntax(text)))));"
"""Prints the templates of ``html`` in scripts, each as its parts"""

DRAWN = (
    PARTS
    + """
const [library, ...texts] = given;
const tree = node => node && node.props ? [node.type, Object.entries(node.props).map(([k, v]) => [k, tree(v)])]
  : Array.isArray(node) ? node.map(tree) : node;
import("data:text/javascript;base64," + library).then(({ html }) => {
  const draw = strings => tree(html(strings, ...strings.slice(1).map((_, k) => k)));
  console.log(JSON.stringify(texts.map(text => templates(syntax(text)).map(draw))));
});
"""
)
"""Prints what ``html`` makes of each of its templates in scripts, with numbers for the values"""


def test_what_scripts_say_to_their_readers_is_not_sent(client: TestClient) -> None:
    """And nothing else is left out: TypeScript reads the same in what is sent and in what was written."""
    written = [path.read_text(encoding="utf-8") for path in SCRIPTS]
    sent = [client.get(f"/static/{path.name}").text for path in SCRIPTS]
    assert not any("/**" in text or re.search(r" // |\n |[,=] \w+ [=?] ", text) for text in sent)
    read = node(READ, *written, *sent)
    assert len(read) == 2 * len(SCRIPTS) and all(read)
    assert different(read) == []
    assert client.get("/static/vendor/preact-htm.js").content == (STATIC / "vendor" / "preact-htm.js").read_bytes()


def test_templates_draw_the_same_without_their_line_breaks() -> None:
    written = [path.read_text(encoding="utf-8") for path in SCRIPTS]
    library = base64.b64encode((STATIC / "vendor" / "preact-htm.js").read_bytes()).decode()
    drawn = node(DRAWN, library, *written, *map(shortened, written))
    assert len(drawn) == 2 * len(SCRIPTS) and sum(map(len, drawn)) > 400
    assert different(drawn) == []


def test_nothing_that_people_read_is_written_without_its_translation() -> None:
    """Beside the name of the program."""
    scripts = node(TEMPLATES, *(path.read_text(encoding="utf-8") for path in SCRIPTS))
    templates = [parts for script in scripts for parts in script]
    assert len(templates) > 100
    for parts in templates:
        template = "\0".join(parts)
        told = re.findall(r'(?:aria-label|title|placeholder|alt)="([^"\0]*)"', template)
        told.append(re.sub(r"<[^<>]*>", " ", template))
        bare = [word for text in told for word in re.findall(r"[^\W\d_]{2,}", text) if word != "Rulekit"]
        assert bare == [], template


def node(script: str, *given: str) -> list[Any]:
    """What a script for Node prints that reads where TypeScript is, and what is given."""
    asked = json.dumps([str(tools() / "typescript"), *given])
    ran = subprocess.run(["node", "-e", script], input=asked, capture_output=True, text=True, check=True)
    found: list[Any] = json.loads(ran.stdout)
    return found


def different(found: list[Any]) -> list[str]:
    """The scripts of which something else was found as written than as sent."""
    return [p.name for p, one, other in zip(SCRIPTS, found, found[len(SCRIPTS) :], strict=False) if one != other]


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("const a = b + +c; // said\nd ();", "const a=b+ +c;d();"),
        ("f(1) // said\n/* and more */\ng()", "f(1)\ng()"),
        ("if (a) {\n  b();\n}\nfunction c() {}\nd();", "if(a){b();}function c(){}d();"),
        ('x = /[/ ]+\\/ "/.test(y) / 2 / z;', 'x=/[/ ]+\\/ "/.test(y)/2/z;'),
        ("const a = \"b  // c\", d = 'e \\' f';", "const a=\"b  // c\",d='e \\' f';"),
        (
            'h`<p>\n  a = ${b ? h`<i>${ { c } } // d</i>` : ""} / e</p>`;',
            'h`<p>a = ${b?h`<i>${{c}} // d</i>`:""} / e</p>`;',
        ),
        ("h`<p a=1\n  b=${c}>\n  d\n  e\n  ${f}\n  ${g}\n  <b />\n</p>`", "h`<p a=1\nb=${c}>d\ne\n${f}${g}<b /></p>`"),
        ("async (a) => { return  {}; }", "async(a)=>{return{};}"),
        ("f((a) => (b, c) => ([d]) => d)", "f(a=>(b,c)=>([d])=>d)"),
        ("a()\n  .b(\n    c\n  )", "a().b(c)"),
    ],
)
def test_short_scripts(written: str, sent: str) -> None:
    """Texts, patterns and templates stay as they are, and what would run together stays apart."""
    assert shortened(written) == sent


RULES = """texts => texts.map(text => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return [...sheet.cssRules].map(rule => rule.cssText.replaceAll(", ", ","));
})"""


@pytest.mark.browser
@pytest.mark.parametrize("path", sorted(STATIC.glob("*.css")), ids=lambda path: path.name)
def test_a_browser_reads_the_same_styles(browser: Any, path: Path) -> None:
    """Without the comments and spaces that are not sent; in values with variables a browser keeps the spaces behind commas."""
    written, sent = path.read_text(encoding="utf-8"), without_comments(path, 0)
    before, after = page_of(browser, []).evaluate(RULES, [written, sent])
    assert len(before) > 9 and before == after and len(sent) < len(written)


@pytest.mark.parametrize("name", ["lobby.html", "host.html", "table.html"])
def test_pages_hold_no_script_and_no_style_of_their_own(name: str) -> None:
    text = (STATIC / name).read_text(encoding="utf-8")
    assert "<style" not in text and not re.search(r"<script(?![^>]*\bsrc=)", text) and " on" not in text


def test_the_scripts_are_typed() -> None:
    """As the JSDoc comments say it: what tsc finds in them with all of its checks."""
    tsc = tools() / "typescript" / "bin" / "tsc"
    found = subprocess.run(["node", tsc, "-p", NPM / "tsconfig.json"], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


def needed(path: Path, seen: set[Path]) -> set[Path]:
    """The scripts that one imports, itself or through others."""
    for found in re.findall(r'from "\./([\w/.-]+\.js)"', path.read_text(encoding="utf-8")):
        other = (path.parent / found).resolve()
        if other not in seen:
            seen.add(other)
            needed(other, seen)
    return seen


def preloaded(name: str, priority: str = "") -> set[Path]:
    text = (STATIC / name).read_text(encoding="utf-8")
    return {
        (STATIC / found).resolve() for found in re.findall(rf'"modulepreload"{priority} href="/static/([^"]+)"', text)
    }


@pytest.mark.parametrize("name", ["lobby", "table", "join"])
def test_a_page_asks_for_all_of_its_scripts_at_once(name: str) -> None:
    """Else each would be asked for when the one that needs it has come."""
    assert preloaded(f"{name}.html") == needed(STATIC / f"{name}.js", set())


def test_the_page_of_a_link_loads_the_table_meanwhile() -> None:
    """The line has nothing else to do while the seat is taken."""
    table = STATIC / "table.js"
    assert preloaded("join.html") | preloaded("join.html", ' fetchpriority="low"') == needed(table, {table})
