"""The pages under docs/ say what is so: their rules read, their lists are complete, their links lead somewhere."""

from __future__ import annotations

import importlib
import inspect
import json
import re
import threading
import types
from collections.abc import Iterator
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar
from xml.etree import ElementTree

import pytest

import rulekit
from rulekit import bots
from rulekit.compiler.build import build, default_setup, lowered, native_form, python_form
from rulekit.compiler.pipeline import Forms
from rulekit.diagnostics import UserError
from rulekit.dsl.parser import parse
from rulekit.dsl.reader import Reader
from rulekit.dsl.scope import Scope
from rulekit.dsl.types import kind
from rulekit.loader import read_program
from rulekit.plugins import hookspecs, manager
from rulekit.plugins.senders import Turn
from tests.blocks import Block, blocks, try_rules
from tests.playing import ROOT, SHOGUN, TOY
from tests.told.reading import read

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
CODE = re.compile(r"\bRK\d{3}\b")


# ---------------------------------------------------------------- rules
def rules_of(page: Path) -> list[Block]:
    last = _stories_from(page)
    return [b for b in blocks(page, "rules") if "fragment" not in b.info and b.line < last]


def _stories_from(page: Path) -> int:
    """The line where the stories of the messages begin, which are tried in test_stories.py."""
    rows = page.read_text(encoding="utf-8").splitlines()
    return rows.index("## Longer stories") if page.name == "messages.md" else len(rows)


ELSEWHERE = (
    *("cookbook.md", "hosting.md", "plugins.md", "tutorial.md", "playing.md"),
    *("installation.md", "publishing.md", "faq.md"),
)
"""Pages whose rules need more around them: tried below, in test_guides.py, test_cookbook.py and test_author_pages.py."""
TWINS = {DOCS / "zh" / name for name in ("bots.md", "lab.md", "language.md", "messages.md", "plugins.md")}
"""Pages that show the same blocks as the English ones (test_zh_pages.py): what is tried there is not tried again."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "block", [b for p in PAGES if p.name not in ELSEWHERE and p not in TWINS for b in rules_of(p)], ids=str
)
def test_rules(block: Block, tmp_path: Path) -> None:
    try_rules(block, tmp_path)


def test_few_rules_are_not_tried() -> None:
    """What is not tried must stand in a file that is: in the games that the tests play."""
    files = [
        p.read_text(encoding="utf-8")
        for base in (ROOT / "tests" / "games", ROOT / "games")
        for p in base.rglob("*.rules")
    ]
    there = {row.split("  [")[0].strip() for text in files for row in text.splitlines()}
    for page in PAGES:
        for block in (b for b in blocks(page, "rules") if "fragment" in b.info):
            strange = [r for r in block.text.splitlines() if r.split("  [")[0].strip() not in there]
            assert not strange, f"{block}: stands in no game: {strange}"


@pytest.mark.parametrize("block", [b for p in PAGES for language in ("toml", "yaml") for b in blocks(p, language)
                                   if "wrong" not in b.info], ids=str)  # fmt: skip
def test_data(block: Block) -> None:
    import tomllib

    from ruamel.yaml import YAML

    assert tomllib.loads(block.text) if block.info[0] == "toml" else YAML(typ="safe").load(block.text)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(DOCS)))
def test_every_block_is_of_a_sort_that_is_tried(page: Path) -> None:
    """Commands and files in the guides, Python in three pages; rules and data everywhere; ``text`` is output, or generated."""
    sorts = set(re.findall(r"^```([^\s{]+)", page.read_text(encoding="utf-8"), re.MULTILINE))
    sorts -= {"rules", "text", "toml", "yaml"}
    assert sorts <= {
        "python"
        if page.name in ("api.md", "plugins.md", "environments.md")
        else "console"
        if page.name in ELSEWHERE
        else ""
    }


# ---------------------------------------------------------------- phrases
@cache
def maker(name: str) -> types.ModuleType:
    """One of the programs that write a page. They find each other where they lie, as when they are run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(DOCS)
        return importlib.import_module(name)


def make_phrases() -> types.ModuleType:
    return maker("make_phrases")


def test_the_commands_are_up_to_date() -> None:
    made = maker("make_cli").page()
    assert (DOCS / "cli.md").read_text(encoding="utf-8") == made, "run docs/make_cli.py"


def test_phrases_are_up_to_date() -> None:
    assert (DOCS / "phrases.md").read_text(encoding="utf-8") == make_phrases().page(), "run docs/make_phrases.py"


@pytest.mark.slow
def test_the_words_of_the_games_are_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also: a sentence that one game alone uses has its reason, and no other sentence has one."""
    made = maker("make_generality")
    assert (DOCS / "generality.md").read_text(encoding="utf-8") == made.page(), "run docs/make_generality.py"
    text, reasons = made.REASONS.read_text(encoding="utf-8"), tmp_path / "reasons.txt"
    monkeypatch.setattr(made, "REASONS", reasons)
    for spoilt, message in [
        (text.replace("  my {piece}\n", ""), "says nothing about `my {piece}`"),
        (
            text.replace("  my {piece}\n", "  my {piece}\n  shuffle {pile}\n"),
            "not one game alone uses `shuffle {pile}`",
        ),
    ]:
        reasons.write_text(spoilt, encoding="utf-8")
        with pytest.raises(LookupError, match=re.escape(message)):
            made.page()


def test_every_meaning_is_used() -> None:
    """Rows of meanings.txt that belong to no phrase any more have to go."""
    made = make_phrases()
    said, rows = made.words(), list(made.rows())
    means = {made.about(r.phrase) for r in rows}
    examples = {f"{r.phrase.category} | {r.written}" for r in rows if not r.phrase.example}
    assert set(said["means"]) == means
    assert set(said["example"]) <= examples


EXTRA = """
window reactions:
  asks each of players, once
kind stage is First Stage, Last Stage
places seen by all:
  privilege of each player: 1 weather
marks not told, called whims:
  each town may be moody
"""


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """The words of the toy game, and a few that its rules do not need."""
    import shutil

    folder = tmp_path_factory.mktemp("phrases") / "toy"
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("tests"))
    (folder / "extra.rules").write_text(EXTRA, encoding="utf-8")
    program = read_program(folder, {})
    assert not [d for d in program.found if d.severity == "error"], program.found
    return Reader(program)


def test_every_example_reads(reader: Reader) -> None:
    """The example of a phrase is a sentence that this very phrase reads."""
    scope = Scope()
    for name, of in {"here": "town", "goal": "town", "this-one": "card", "me": "player", "this-card": "order"}.items():
        scope = scope.bind(name, kind(of))
    wrong = []
    for row in make_phrases().rows():
        lines = parse(row.example + "\n", "example", [])
        found = reader.matcher.complete((row.phrase.category,), lines[0].tokens, scope) if lines else []
        if row.phrase.category == "V":
            values = reader.matcher.value(lines[0].tokens, 0, scope) if lines else []
            ok = any(r.end == len(lines[0].tokens) and r.node.op == row.phrase.op for r in values)
        elif row.phrase.category == "C":
            conditions = reader.matcher.condition(lines[0].tokens, 0, scope) if lines else []
            ok = any(r.end == len(lines[0].tokens) and r.node.op == row.phrase.op for r in conditions)
        else:
            ok = any(b.phrase.text == row.phrase.text for b in found)
        if not ok:
            wrong.append(f"{row.phrase.category} {row.shown}: {row.example}")
    assert not wrong, "\n".join(wrong)


# ---------------------------------------------------------------- messages and hooks
def sources() -> Iterator[Path]:
    yield from (p for p in (ROOT / "rulekit").rglob("*.py"))


def test_every_code_is_explained_and_used() -> None:
    used = {code for path in sources() for code in CODE.findall(path.read_text(encoding="utf-8"))}
    rows = re.findall(r"^\| (RK\d{3}) \|", (DOCS / "messages.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) == len(set(rows)), "a code is explained twice"
    assert sorted(used - set(rows)) == [], "codes that docs/messages.md does not explain"
    assert sorted(set(rows) - used) == [], "codes that docs/messages.md explains and nobody uses"


def hooks() -> dict[str, inspect.Signature]:
    found = inspect.getmembers(hookspecs, inspect.isfunction)
    return {name: inspect.signature(f) for name, f in found if name.startswith("rulekit_")}


@pytest.mark.parametrize("name", sorted(hooks()))
def test_every_hook_is_documented(name: str) -> None:
    """A section of its own, with the signature as it is in the source and an example that implements it."""
    text = (DOCS / "plugins.md").read_text(encoding="utf-8")
    section = re.search(rf"^### `{name}`\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL)
    assert section is not None, f"docs/plugins.md has no section on {name}"
    signature = re.sub(r"['\"]", "", str(hooks()[name]))
    assert f"{name}{signature}" in section.group(1), f"the signature is {name}{signature}"
    assert re.search(rf"@hookimpl\ndef {name}\(", section.group(1)), "an example is missing"


# ---------------------------------------------------------------- plugins.md as a plugin
@pytest.fixture(scope="module")
def page_module(tmp_path_factory: pytest.TempPathFactory) -> types.ModuleType:
    """The Python of plugins.md as one module, beside the folder of the game that it brings."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "market_day").mkdir()
    (folder / "tombola.rules").touch()
    module = types.ModuleType("plugin_of_the_page")
    module.__file__ = str(folder / "plugin.py")
    for block in blocks(DOCS / "plugins.md", "python"):
        exec(compile(block.text, str(block), "exec"), module.__dict__)
    return module


@pytest.fixture(scope="module")
def sack(page_module: types.ModuleType) -> manager.Plugins:
    """Registered like a plugin that is installed."""
    return manager.find_plugins((page_module,))


def test_the_environment_of_the_page_plays_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    space: dict[str, Any] = {}
    for block in blocks(DOCS / "environments.md", "python"):
        exec(compile(block.text, str(block), "exec"), space)
    assert space["env"].match.over and not space["env"].agents


def test_the_program_of_the_python_interface_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = blocks(DOCS / "api.md", "python")
    exec(compile(block.text, str(block), "exec"), {})
    assert "Cross" in capsys.readouterr().out


DOCUMENTED = re.compile(r"^\.\. auto\w+:: ([\w.]+)", re.MULTILINE)


def test_the_python_interface_is_complete() -> None:
    """Every public name is on the page, and has a docstring; so have the members of classes, which Sphinx would leave out."""
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    names = set(DOCUMENTED.findall(text))
    assert {f"rulekit.{name}" for name in rulekit.__all__ if not name.startswith("__")} <= names
    without = []
    for name in names:
        where, _, attribute = name.rpartition(".")
        found = getattr(importlib.import_module(where), attribute)
        without += [] if inspect.getdoc(found) else [name]
        members = vars(found).items() if inspect.isclass(found) else ()
        without += [
            f"{name}.{key}"
            for key, member in members
            if not key.startswith("_") and (inspect.isfunction(member) or isinstance(member, property))
            if not inspect.getdoc(member)
        ]
    assert not without


def test_the_tests_of_the_page_hold(page_module: types.ModuleType) -> None:
    tests = [f for name, f in vars(page_module).items() if name.startswith("test_")]
    assert tests
    for test in tests:
        test()


class Service(BaseHTTPRequestHandler):
    """Answers as WeCom and Telegram do, and keeps what it was sent."""

    sent: ClassVar[list[tuple[str, Any]]] = []
    refuses: ClassVar[bool] = False

    def do_POST(self) -> None:
        self.sent.append((self.path, json.loads(self.rfile.read(int(self.headers["Content-Length"])))))
        told = {"errcode": 45009, "errmsg": "too many"} if self.refuses else {"errcode": 0, "errmsg": "ok"}
        told |= {"ok": not self.refuses, "description": "too many"}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(told).encode())

    def log_message(self, *_: object) -> None:
        """Nothing is written."""


def test_the_senders_of_the_page_send_to_chats(page_module: types.ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [name for name, _ in page_module.rulekit_senders()] == ["WeCom"]
    monkeypatch.setenv("TELEGRAM_TOKEN", "1:secret")
    assert [name for name, _ in page_module.rulekit_senders()] == ["WeCom", "Telegram"]
    key = "0a1b2c3d-0000-1111-2222-333344445555"
    with ThreadingHTTPServer(("127.0.0.1", 0), Service) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        own = f"http://127.0.0.1:{server.server_port}"
        wecom, telegram = page_module.WeCom(own), page_module.Telegram("1:secret", own)
        turns = [Turn("Thursday", "Ann", "https://tables.example.org/games/x/1")]
        address = wecom.check(f" https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key={key} ")
        wecom.send(address, turns)
        telegram.send(telegram.check("-100123"), turns)
        text = "Thursday: Ann https://tables.example.org/games/x/1"
        assert Service.sent == [
            (f"/cgi-bin/webhook/send?key={key}", {"msgtype": "text", "text": {"content": text}}),
            ("/bot1:secret/sendMessage", {"chat_id": -100123, "text": text}),
        ]
        monkeypatch.setattr(Service, "refuses", True)
        for sender, to in ((wecom, key), (telegram, "7")):
            with pytest.raises(OSError, match="too many"):
                sender.send(to, turns)
        server.shutdown()
    for sender in (wecom, telegram):
        with pytest.raises(UserError):
            sender.check("https://example.org/?key=a/b")


def test_the_fault_on_the_page_is_what_is_said() -> None:
    (block,) = blocks(DOCS / "plugins.md", "text")
    sources = [(ROOT / "rulekit" / "plugins" / "contracts.py").read_text(encoding="utf-8")]
    assert "is at fault: " in sources[0] and "pieces are only ever moved" in sources[0]
    assert block.text.rstrip().endswith("pieces are only ever moved")


@pytest.mark.parametrize("block", rules_of(DOCS / "plugins.md"), ids=str)
def test_rules_with_the_plugin(block: Block, tmp_path: Path, sack: manager.Plugins) -> None:
    try_rules(block, tmp_path, sack)


def test_the_bot_plays(sack: manager.Plugins) -> None:
    match = rulekit.load(TOY).start(seed=3)
    assert set(sack.games) >= {"market-day"}
    for _ in range(60):
        if match.over:
            break
        decision = match.decisions[0]
        chosen = decision.options[bots.ask("thrifty", sack.bots["thrifty"], match, decision)]
        if decision.sort == ["number"]:
            assert chosen.value == min(o.value for o in decision.options)
        match.choose(decision, chosen)


def test_the_pages_say_one_way_to_install() -> None:
    """From the checkout, as the package is on no index; only the page on installation tells what messages mean by its name."""
    named = {p.name for p in PAGES if re.search(r"pip install [\"']?rulekit", p.read_text(encoding="utf-8"))}
    assert named == {"installation.md"}


# ---------------------------------------------------------------- links, and how long pages are
@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(DOCS)))
def test_links(page: Path) -> None:
    """Every link leads to a file that is there, and to a heading that is there."""
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), f"{page.name}: {target}"
        if anchor:
            assert anchor in anchors(there), f"{page.name}: {target}"


def anchors(page: Path) -> set[str]:
    rows = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", row.lower()).replace(" ", "-") for row in rows}


@pytest.mark.slow
def test_generated_code_is_what_comes_out() -> None:
    """The functions that the pages show are those of SHOGUN, as printed, after the passes or in C, whatever their numbers are."""

    def bare(text: str) -> str:
        return re.sub(r"\d+", "0", text).strip("\n")

    program = read_program(SHOGUN, manager.find_plugins().devices)
    setup = default_setup(program, 4)
    image = build(program, setup, "")
    made = {"generated": bare(image.journaled + image.plain)}
    forms = Forms(lowered(program, setup))
    made["optimised"] = bare(python_form(forms, "fast").source)
    made["native"] = bare(native_form(forms).source)
    pages = [b for page in ("architecture.md", "performance.md") for b in blocks(DOCS / page, "text")]
    assert {word for b in pages for word in b.info} >= {*made}
    for block in pages:
        for word in made.keys() & {*block.info}:
            assert bare(block.text) in made[word], f"{block}: no such code comes out any more"


def test_architecture_is_short() -> None:
    assert len((DOCS / "architecture.md").read_text(encoding="utf-8").splitlines()) <= 215


def test_the_told_sentences_are_those_of_a_game() -> None:
    """The page follows a change to its sentence: the same as in the story of a whole game."""
    (block,) = [b for b in blocks(DOCS / "architecture.md", "text") if "told" in b.info]
    shown = dict(row.split(maxsplit=1) for row in block.text.splitlines())
    match, reader, _ = read("shogun")
    stories = [line.text for told in match.story(reader, lang="en") for _, line in told.lines()]
    assert shown["story"] in stories
    row = next(x for x in match.journal if x.text() == shown["ledger"])
    fields = re.findall(r"(\w+)=", shown["row"])
    assert type(row.row).__name__ == "Moved" and tuple(fields) == row.row._fields


def test_the_moving_picture_is_small_and_whole() -> None:
    """Whoever opens the README loads it; it shows one screen after the other, and rows that are the same are drawn once."""
    tour = (ROOT / "docs" / "images" / "tour.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(tour)
    screens = [g for g in root.iter("{http://www.w3.org/2000/svg}g") if g.get("class", "").startswith("shot-")]
    known = {g.get("id") for g in root.iter("{http://www.w3.org/2000/svg}g")}
    used = {use.get("href", "")[1:] for use in root.iter("{http://www.w3.org/2000/svg}use")}
    assert len(screens) >= 7 and len(tour.encode()) < 310_000
    assert used and used <= known and "script" not in tour
