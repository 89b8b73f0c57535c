"""The rulebook says all that is played, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulekit.cli import main
from rulekit.dsl.operations import has
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from rulekit.rulebook import LANGUAGES, rulebook
from rulekit.rulebook.chapters import anchor
from rulekit.rulebook.source import Source
from rulekit.rulebook.texts import TEXTS
from tests.playing import ROOT, SHOGUN, TOY

GAMES = {"toy": TOY, "shogun": SHOGUN}
GAMES |= {p.name: p for p in sorted((ROOT / "games").iterdir()) if p.is_dir() and p != SHOGUN}
GAMES |= {p.parent.name.removeprefix("rulekit_"): p for p in sorted(ROOT.glob("plugins/*/*/game"))}
LONG_WAR = SHOGUN / "variants" / "long_war.rules"
VOID = {"meta", "br", "path", "polygon", "polyline", "line", "circle", "rect", "ellipse", "use"}


@cache
def book(game: str, variants: tuple[Path, ...] = (), language: str = "en") -> str:
    return rulebook(GAMES[game], variants, language)


class Page(HTMLParser):
    """Reads a page strictly: what is opened is closed, ids are there once."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.links: set[str] = set()
        self.said: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        found = dict(attrs)
        self.ids.update([found["id"] or ""] if "id" in found else [])
        if tag == "a" and found.get("href"):
            self.links.add(found["href"] or "")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids.update(value or "" for key, value in attrs if key == "id")

    def handle_data(self, data: str) -> None:
        if not {"style", "svg"} & {*self.open}:
            self.said.append(data)


def words(text: str) -> str:
    """What a page says, without its blanks and hyphens."""
    return re.sub(r"[\s\-‐]+", " ", " ".join(Page(text).said))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_whole(game: str, language: str) -> None:
    page = Page(book(game, (), language))
    assert page.open == []
    assert [k for k, n in page.ids.items() if n > 1] == []
    assert {link for link in page.links if link.removeprefix("#") not in page.ids} == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_the_game_stands_in_it(game: str) -> None:
    """Every deed, number, permission and card has its place, every line that does something its sentence."""
    program = read_program(GAMES[game], find_plugins().devices)
    text, said = book(game), words(book(game))
    for point in program.points.values():
        if point.sort == "window":
            assert f'id="{anchor("window " + point.name)}"' in text, point.name
        elif point.sort != "choice":
            assert f'id="{anchor(point.name)}"' in text, point.name
    source = Source(program.sources)
    bodies = [*(p.body for p in program.points.values()), *(e.body for e in program.entries.values())]
    lines = [
        x
        for body in bodies
        for outer in body
        for x in outer.walk()
        if x.op != "said" and not has(x.op, "is told") and '"' not in source.line(x.span)
    ]
    assert len(lines) > 5
    for x in lines:
        names = [e for e in program.entries.values() if e.name in source.heading(x.span)]
        if not names:
            assert re.sub(r"[\s\-]+", " ", source.heading(x.span)) in said, f"{x.span}: {x.text}"


def test_a_variant_changes_the_book_as_it_changes_the_game() -> None:
    plain, other = words(book("shogun")), words(book("shogun", (LONG_WAR,)))
    assert "at most 4" not in plain and "adjust tax income if Taxes are capped is in event space: at most 4" in other
    assert "Number of years (four events each) 1 to 3 2" in plain
    assert "Number of years (four events each) 1 to 3 3 (instead of 2)" in other
    assert "with: The long war" in other and "with: " not in plain


def test_what_a_card_says_stands_with_the_card_and_with_the_number() -> None:
    assert words(book("shogun")).count("adjust tax income: at most 5") == 2


def test_the_rulings_of_the_authors_stand_at_the_end() -> None:
    assert "SHG RUL 36 The tower has two floors; a cube sticks on a floor in 23 of 100 falls" in words(book("shogun"))
    assert '<a href="#c-SHG-RUL-08">SHG-RUL-08</a>' in book("shogun")


def test_pieces_stand_with_their_number_their_place_and_their_columns() -> None:
    assert "castles 28 stock 3 3" in words(book("shogun")) and "armies 62 of each player supply" in words(
        book("shogun")
    )


def test_the_board_is_drawn_and_its_names_are_there() -> None:
    assert "<svg" in book("shogun") and "<svg" not in book("toy")
    assert ">Aki<" in book("shogun") and "安艺" in book("shogun", (), "zh")


def test_texts_of_a_game_are_no_html(tmp_path: Path) -> None:
    lines = [
        'game Trial "A <b>bold</b> & daring trial":',
        "  played by 1 player, called Ann",
        "  begins with play",
        "to play: end the game, ranking players by 1",
    ]
    (tmp_path / "game.rules").write_text("\n".join(lines) + "\n", encoding="utf-8")
    text = rulebook(tmp_path)
    assert "A &lt;b&gt;bold&lt;/b&gt; &amp; daring trial" in text and Page(text).open == []


@pytest.mark.parametrize(
    "rows,heading,line",
    [
        (['  needs x: "a: b"   # remark', ""], "needs x", 'needs x: "a: b"'),
        (["  if a:  [TOY-1]", ""], "if a", "if a:"),
        (["  choose n among 1,  [TOY-1, TOY-2]", "    2, 3:"], "choose n among 1, 2, 3", "choose n among 1, 2, 3:"),
        (['  me may "go [on] # here": stop', ""], 'me may "go [on] # here"', 'me may "go [on] # here": stop'),
        (["  number x of {a: town}: 1", ""], "number x of {a: town}", "number x of {a: town}: 1"),
    ],
)
def test_the_words_of_a_line(rows: Sequence[str], heading: str, line: str) -> None:
    from rulekit.diagnostics import Span

    source = Source({"f": "\n".join(rows)})
    assert (source.heading(Span("f", 1, 3)), source.line(Span("f", 1, 3))) == (heading, line)


def test_every_text_of_the_book_has_the_same_values_in_every_language() -> None:
    for key, texts in TEXTS.items():
        assert len({tuple(sorted(re.findall(r"\{(\w+)\}", text))) for text in texts}) == 1, key


# ---------------------------------------------------------------- the command
def test_the_command_writes_a_file(tmp_path: Path) -> None:
    target = tmp_path / "book.html"
    done = CliRunner().invoke(main, ["rulebook", str(TOY), "-o", str(target)])
    assert done.exit_code == 0 and done.output == f"wrote {target}\n"
    assert target.read_text("utf-8") == CliRunner().invoke(main, ["rulebook", str(TOY)]).output == book("toy")


@pytest.mark.parametrize(
    "more,code,said",
    [
        (["--language", "tlh"], 2, "there is no rulebook in tlh: it can be en, zh"),
        (["-o", "/no/such/folder/book.html"], 1, "can not be written"),
        (["--variant", "nowhere"], 1, "there is no variant nowhere"),
    ],
)
def test_mistakes_of_whoever_calls_it(more: list[str], code: int, said: str) -> None:
    done = CliRunner().invoke(main, ["rulebook", str(TOY), *more])
    assert done.exit_code == code and said in done.output + done.stderr
