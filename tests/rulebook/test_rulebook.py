"""The rulebook says all that is played, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulekit.cli import main
from rulekit.dsl.program import Program
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from rulekit.rulebook import LANGUAGES, rulebook
from rulekit.rulebook.languages import speech
from rulekit.rulebook.sentences import anchor, silent
from rulekit.rulebook.source import SourceTexts
from tests.playing import ROOT, SHOGUN, TOY

GAMES = {"toy": TOY, "shogun": SHOGUN}
GAMES |= {p.name: p for p in sorted((ROOT / "games").iterdir()) if p.is_dir() and p != SHOGUN}
GAMES |= {p.parent.name.removeprefix("rulekit_"): p for p in sorted(ROOT.glob("plugins/*/*/game"))}
LONG_WAR = SHOGUN / "variants" / "long_war.rules"
VOID = {"meta", "br", "path", "polygon", "polyline", "line", "circle", "rect", "ellipse", "use"}


def book(game: str, variants: tuple[Path, ...] = (), language: str = "en") -> str:
    return made(game, variants, LANGUAGES[language])


@cache
def made(game: str, variants: tuple[Path, ...], language: str) -> str:
    return rulebook(GAMES[game], variants, language)


@cache
def program_of(game: str) -> Program:
    return read_program(GAMES[game], find_plugins().devices)


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


def test_a_language_has_two_names() -> None:
    assert rulebook(TOY, (), "zh") == rulebook(TOY, (), "zh-Hans")


@pytest.mark.parametrize("language", dict.fromkeys(LANGUAGES.values()))
@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_whole(game: str, language: str) -> None:
    page = Page(book(game, (), language))
    assert page.open == []
    assert [k for k, n in page.ids.items() if n > 1] == []
    assert {link for link in page.links if link.removeprefix("#") not in page.ids} == set()


@pytest.mark.parametrize("language", ("en", "zh"))
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_the_game_stands_in_it(game: str, language: str) -> None:
    """Every deed, number, permission and card has its place, every line that does something its sentence."""
    program = program_of(game)
    text, said = book(game, (), language), spaceless(book(game, (), language))
    for point in program.points.values():
        if point.sort == "window":
            assert f'id="{anchor("window " + point.name)}"' in text, point.name
        elif point.sort != "choice":
            assert f'id="{anchor(point.name)}"' in text, point.name
    say = speech(program, LANGUAGES[language])
    bodies = [*(p.body for p in program.points.values()), *(e.body for e in program.entries.values())]
    lines = [x for body in bodies for outer in body for x in outer.walk() if not silent(x)]
    assert len(lines) > 5
    for x in lines:
        if x.op != "otherwise":
            assert spaceless(say.statement(x)) in said, f"{x.span}: {x.text}"


def spaceless(html: str) -> str:
    """What a page says, without its blanks, in small letters: sentences begin with capitals."""
    return re.sub(r"\s+", "", " ".join(Page(html).said)).lower()


CODE = (
    r"\blet \w+ be\b", r"\brepeat\b", r"\bmy\b", r"\bme\b", r"[.:] needs\b", r"\brefuse (if|unless)\b", r"\badjust\b",
    r"there are no my", r"\{", r"(?<!by )(?<!for )(?<!of )\byou (is|has|does)\b", r"\b(a|no) the\b", r"\bthe the\b",
)  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_no_code_word_is_left(game: str) -> None:
    """A player reads sentences: nothing is `let`, nothing repeated `until`, nobody is `me`."""
    text = re.sub(r"<style>.*?</style>|<svg.*?</svg>", "", book(game), flags=re.DOTALL)
    said = unescape(re.sub(r"<[^>]+>", "", text))
    for pattern in CODE:
        found = re.search(f".{{0,60}}{pattern}.{{0,60}}", said)
        assert found is None, found and found[0]


def test_names_that_a_rule_makes_are_introduced_as_they_are_called() -> None:
    """`let here be` was "Place means", and from then on "this area"; nobody says that a thing means no."""
    text = unescape(re.sub(r"<[^>]+>", "", book("nobunaga_successors")))
    assert "This area is the home of u" in text and "This area is the area of u" in text and "Place means" not in text
    assert "Drafted: at first no." in unescape(re.sub(r"<[^>]+>", "", book("shogun")))
    assert "已选取：起初为否。" in unescape(re.sub(r"<[^>]+>", "", book("shogun", language="zh-Hans")))


def chapter(text: str, key: str) -> str:
    """What a chapter says; citations of clauses are left out."""
    found = re.search(rf'<section id="{key}"[^>]*>(.*?)</section>', text, re.DOTALL)
    assert found is not None, key
    bare = re.sub(r'<span class="cite">.*?</span>|<svg.*?</svg>', "", found[1], flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", bare)).split())


def chapters(text: str) -> list[str]:
    return re.findall(r'<section id="([\w-]+)"', text)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("game", ["shogun", "most_dangerous_time", "nobunaga_successors"])
def test_the_wargames_give_an_example_of_play(game: str, language: str) -> None:
    assert len(chapter(book(game, language=language), "about-example")) > (400 if language == "en" else 150)


@pytest.mark.parametrize("game", ["shogun", "most_dangerous_time", "nobunaga_successors", "diplomacy"])
def test_articles_and_denials_read_as_english(game: str) -> None:
    """`an occupant`, `the home of this space` for a mark `home-of`, no `may not not join`."""
    text = book(game)
    plain = " ".join(re.sub(r"<[^>]+>", "", text).split())
    assert not re.findall(r"there is a [aeiou]\w+|\bof of\b|\bnot not\b|\bthe its\b", plain)


@pytest.mark.parametrize("game", GAMES)
def test_options_are_called_by_their_titles(game: str) -> None:
    """Also by what is cited: nobody who reads has the code `murakami-fire` before their eyes."""
    codes = "|".join(map(re.escape, program_of(game).options)) or "none at all"
    text = unescape(re.sub(r"<[^>]+>", " ", book(game)))
    assert not re.findall(rf"\boptions? `?(?:{codes})\b(?! is)", text)


def test_the_author_is_heard_first_and_what_is_looked_up_comes_last() -> None:
    keys = chapters(book("shogun"))
    assert keys[:6] == [f"about-{key}" for key in ("goal", "overview", "season", "example", "winter", "winning")]
    order = ["about-winning", "family-action", "course", "terms", "visible", "things", "start", "rulings", "bots"]
    assert [key for key in keys if key in order] == order
    assert "Appendix: Tables for the start" in chapter(book("shogun"), "start")
    assert "Start 1" not in chapter(book("shogun"), "start"), "rows without names are not named"


@pytest.mark.parametrize("language", ("en", "zh"))
@pytest.mark.parametrize("game", ("shogun", "tic_tac_toe", "most_dangerous_time", "nobunaga_successors"))
def test_every_game_tells_its_goal_in_prose(game: str, language: str) -> None:
    text = book(game, (), language)
    assert chapters(text)[0] == "about-goal"
    if game != "tic_tac_toe":
        assert {"about-overview", "about-winning"} <= {*chapters(text)}
        assert len([key for key in chapters(text) if key.startswith("about-")]) >= 5
    for key in chapters(text):
        if key.startswith("about-"):
            chinese = re.search(r"[\u4e00-\u9fff]", chapter(text, key)) is not None
            assert chinese == (language == "zh"), key


def test_prose_says_what_is_set() -> None:
    """The number of years stands in the goal, and follows the variant that sets it."""
    assert "when year 2 is over wins" in chapter(book("shogun"), "about-goal")
    three = book("shogun", (SHOGUN / "variants" / "three_years.rules",))
    assert "when year 3 is over wins" in chapter(three, "about-goal")
    assert 'when year <span class="changed">3</span> is over' in three


def test_who_sees_what() -> None:
    said = chapter(book("shogun"), "visible")
    assert "Hand of each player planning cards its owner" in said
    assert "Action row one action nobody, until it is turned up" in said
    assert "Everybody sees what lies here: supply of each player" in said and "bank" in said.partition("Everybody")[2]
    assert "每个玩家的手牌" in chapter(book("shogun", (), "zh"), "visible")


def test_what_only_bots_ask_for_is_no_rule() -> None:
    assert "Dominance in land" in chapter(book("shogun"), "bots") and "Dominance" not in chapter(
        book("shogun"), "terms"
    )
    assert "Majority points" in chapter(book("shogun"), "terms"), "the rules ask for it as well"


def test_chinese_is_never_oblique() -> None:
    """What is italic in English is upright in Chinese: every rule of the style asks the variable."""
    style = re.search(r"<style>(.*?)</style>", book("shogun", (), "zh"), re.DOTALL)
    assert style is not None
    assert "italic" not in re.sub(r"--emphasis: italic;", "", style[1])
    assert re.search(r":lang\(zh\) \{[^}]*--emphasis: normal;", style[1])
    assert re.search(r':lang\(zh\) \{[^}]*"Noto Serif CJK SC"', style[1])
    assert '<html lang="zh-Hans">' in book("shogun", (), "zh")
    assert "italic" not in (re.search(r"<svg.*?</svg>", book("shogun", (), "zh"), re.DOTALL) or [""])[0]


# ---------------------------------------------------------------- variants
def variant(*names: str) -> tuple[Path, ...]:
    return tuple(SHOGUN / "variants" / f"{name}.rules" for name in names)


def test_a_variant_changes_the_book_as_it_changes_the_game() -> None:
    plain, other = words(book("shogun")), words(book("shogun", (LONG_WAR,)))
    said = "Tax income of a province ”: if “Taxes are capped” is in the event space, at most 4"
    assert said not in plain and said in other
    assert "Number of years (four events each) 1 to 3 2" in plain
    assert "Number of years (four events each) 1 to 3 3 (instead of 2)" in other
    assert "with: The long war" in other and "with: " not in plain


def test_a_line_of_a_variant_is_marked_and_what_it_replaces_is_struck_out() -> None:
    text = book("shogun", variant("full_ties"))
    assert "<del>otherwise the points of" in text
    changed = re.search(r'<li class="changed"><del>.*?</li>', text, re.DOTALL)
    assert changed is not None and "Shared majorities score in full" in changed[0]
    prose = chapter(text, "about-winter")
    assert "get one point less each. Those who share a majority get all of its points." in prose
    assert "<del>Those who share a majority get one point less each.</del>" in text
    chinese = book("shogun", variant("full_ties"), "zh")
    assert "<del>否则：" in chinese and '<span class="variant">并列多数得全分</span>' in chinese


def test_a_line_that_a_variant_takes_away_is_struck_out() -> None:
    text = book("shogun", variant("open_bids"))
    gone = re.search(r'<li class="changed"><del>.*?plan a card for your bid space.*?</li>', text)
    assert gone is not None and "Open bids" in gone[0]


def test_the_note_of_a_variant_stands_in_place_of_the_old_one(tmp_path: Path) -> None:
    house = tmp_path / "house.rules"
    rows = [
        'variant Loose Hands of Shogun "Loose hands":',
        '  "a space may stay empty whenever you like"',
        '  instead of the line "choose card among my hand, or none if the number of my hand is less than left" of plan a card:',
        '    choose card among my hand, or none: "{space}: which card?"',
    ]
    house.write_text("\n".join(rows) + "\n", "utf-8")
    old, new = "only while there are fewer cards than spaces", "A space may stay empty whenever you like."
    assert old in book("shogun") and new not in book("shogun")
    text = rulebook(SHOGUN, [house])
    assert old not in text and new in text and text.count(new) == 1


def test_every_line_of_every_variant_is_marked() -> None:
    """Deeds, numbers, rows, cards and sayings of a variant bear its sign."""
    for path in sorted((SHOGUN / "variants").glob("*.rules")):
        program = read_program(SHOGUN, find_plugins().devices, [path])
        text = book("shogun", (path,))
        title = next(iter(program.variants.values())).title
        badge = f'<span class="variant">{title}</span>'
        file = next(iter(program.variants.values())).span.file
        theirs = [p for p in program.points.values() if p.span.file == file and p.sort != "entry"]
        said = [m for p in program.points.values() for m in p.modifiers if m.span.file == file and not m.carrier]
        for point in theirs:
            at = text.index(f'id="{anchor(point.name)}"')
            assert badge in text[at : text.index("</div>", at)] or badge in text[at : text.index("</p>", at)], (
                point.name
            )
        shown_marks = text.count(badge)
        options = text.count("(instead of ")
        rows = sum(1 for p in program.pieces.values() if p.span.file == file)
        assert shown_marks >= len(theirs) + len(said) + rows and shown_marks + options > 0, path.name


def test_what_a_card_says_stands_with_the_card_and_with_the_number() -> None:
    assert words(book("shogun")).count("“Tax income of a province ”: at most 5.") == 2


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

    source = SourceTexts({"f": "\n".join(rows)})
    assert (source.heading(Span("f", 1, 3)), source.line(Span("f", 1, 3))) == (heading, line)


# ---------------------------------------------------------------- the command
def test_the_command_writes_a_file(tmp_path: Path) -> None:
    target = tmp_path / "book.html"
    done = CliRunner().invoke(main, ["rulebook", str(TOY), "-o", str(target)])
    assert done.exit_code == 0 and done.output == f"wrote {target}\n"
    assert target.read_text("utf-8") == CliRunner().invoke(main, ["rulebook", str(TOY)]).output == book("toy")


@pytest.mark.parametrize(
    "more,code,said",
    [
        (["--lang", "tlh"], 1, "there is no language tlh here"),
        (["-o", "/no/such/folder/book.html"], 1, "cannot be written"),
        (["--variant", "nowhere"], 1, "there is no variant nowhere"),
    ],
)
def test_mistakes_of_whoever_calls_it(more: list[str], code: int, said: str) -> None:
    done = CliRunner().invoke(main, ["rulebook", str(TOY), *more])
    assert done.exit_code == code and said in done.output + done.stderr


def test_values_in_reasons_are_said_as_in_the_rules_around_them() -> None:
    """`this province has a building already`, and no name of a slot without its article; an option that is wrong is left open."""
    said = re.sub(r"<[^>]+>", "", rulebook(SHOGUN))
    assert "“this province has a building already”" in said
    assert "“how many armies march to the target?”" in said and "“the target is not yours”" in said
    assert "“there is no seat …”" in said
    assert "“没有…号座位”" in re.sub(r"<[^>]+>", "", rulebook(SHOGUN, (), "zh"))
