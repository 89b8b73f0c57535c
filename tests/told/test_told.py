"""The story of whole games: nothing that matters to the reader is missing, nothing secret and nothing internal is in it."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from attrs import evolve

import rulekit
from rulekit import game_texts
from rulekit.board import read_board
from rulekit.plugins.manager import find_plugins
from rulekit.runtime.labels import Labels
from rulekit.runtime.narrative.event_tree import EventTree
from rulekit.runtime.narrative.rows import CardMoved, Marked
from rulekit.tabletop.page import Paragraph, TableGroup
from rulekit.tabletop.result_page import result_page
from rulekit.tabletop.texts import Texts
from tests.playing import SHOGUN, game, play
from tests.told.reading import GAMES, LANGUAGES, SUCCESSORS, Stretch, excerpt, file_of, lines, read


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_an_excerpt_reads_as_before(name: str, lang: str) -> None:
    assert excerpt(name, lang) == file_of(name, lang).read_text(encoding="utf-8"), "python -m tests.told.reading"


def told_of(name: str) -> str:
    return "\n".join(x.text for x in read(name)[2])


def events(match: rulekit.Match, rule: str) -> int:
    """How many times a rule was carried out."""
    rules = match.compiled.image.rules
    return sum(1 for e in EventTree(match).root.walk() if e.rule >= 0 and rules[e.rule].name == rule)


PLACES = {"shogun": "owner", "most_dangerous_time": "controller", "nobunaga_successors": "marker"}
"""The mark that says whose a place is"""


def silent(name: str, stretches: Sequence[Stretch]) -> tuple[list[str], int]:
    """The places that changed hands, from the reader or to him (in A Most Dangerous Time, where clans hold them, anybody), of
    which he was not told before his next choice; and how many changed hands."""
    match, reader, _ = read(name)
    labels, image, seat = match.compiled.labels("en"), match.compiled.image, match.players.index(reader)
    missing, moved = [], 0
    for stretch in stretches:
        for k in stretch.entries:
            row = match.journal[k].row
            if not isinstance(row, Marked) or row.old == row.new or labels.column(row.cell).name != PLACES[name]:
                continue
            if name != "most_dangerous_time" and seat not in (row.old, row.new):
                continue
            mark = image.marks[PLACES[name]]
            place = labels.owners(mark.owners, row.cell - labels.column(row.cell).base)[0]
            moved += 1
            if place not in stretch.text:
                missing.append(f"{match.journal[k].text()}: {stretch.text}")
    return missing, moved


def went(labels: Labels, row: CardMoved) -> bool:
    """Whether an entry moves a unit from the map to the box of its clan."""
    boxes = "regroup-box", "turn-track", "waiting-room", "eliminated"
    return labels.place_name(row.target) == "regroup-box" and labels.place_name(row.source) not in boxes


def test_units_that_leave_the_map_are_told_before_the_next_choice() -> None:
    """Whoever falls, is disbanded or is taken back to his box is named; so is who has withdrawn into a castle."""
    match, _, stretches = read("most_dangerous_time")
    labels = match.compiled.labels("en")
    begun = next(k for k, x in enumerate(stretches) if "Turn 1 begins" in x.text)
    gone = 0
    for stretch in stretches[begun:]:
        for k in stretch.entries:
            row = match.journal[k].row
            if isinstance(row, CardMoved) and row.root == "unit" and went(labels, row):
                gone += 1
                assert labels.member("unit", row.card) in stretch.text, match.journal[k].text()
    assert gone > 20 and "Into the castle: " in told_of("most_dangerous_time")


def came(labels: Labels, row: CardMoved) -> bool:
    """Whether an entry brings a unit onto the map."""
    boxes = "regroup-box", "turn-track", "waiting-room"
    return labels.place_name(row.source) in boxes and labels.place_name(row.target) == "location"


def test_units_that_come_onto_the_map_are_told_before_the_next_choice() -> None:
    """Whoever regroups, is well again or enters the war is named, with the place."""
    match, _, stretches = read("most_dangerous_time")
    labels = match.compiled.labels("en")
    begun = next(k for k, x in enumerate(stretches) if "Turn 1 begins" in x.text)
    arrived = 0
    for stretch in stretches[begun:]:
        for k in stretch.entries:
            row = match.journal[k].row
            if isinstance(row, CardMoved) and row.root == "unit" and came(labels, row):
                arrived += 1
                unit, place = labels.member("unit", row.card), match.journal[k].text().rpartition(" → ")[2]
                here = rf"{re.escape(unit)}(?: ×\d+)?(?:, [^;:]*)? (in|.* comes back to|succeeds .* in)"
                said = rf"({here}|The Ikko-Ikki rise in) {re.escape(place)}\b"
                assert re.search(said, stretch.text), match.journal[k].text()
    assert arrived > 20


def test_a_plan_that_is_lost_with_its_province_is_told() -> None:
    assert "can no longer carry out Deploy 3 armies there" in told_of("shogun")


BOOKKEEPING = (
    "conference held",
    "reshuffle due",
    "spent",
    "march die",
    "player in turn",
    "zeal",
    "heaven",
)


@cache
def succession(seed: int) -> rulekit.Match:
    """A whole game by chance."""
    match, chance = rulekit.load(SUCCESSORS).start(seed=seed), random.Random(seed)
    while not match.over:
        match.choose(match.decisions[0], chance.choice(list(match.decisions[0].options)))
    return match


def heard(match: rulekit.Match, viewer: str | None) -> list[str]:
    """All that somebody is told of a game."""
    return [line.text for node in match.story(viewer) for _, line in node.lines()]


def test_only_the_spy_is_told_which_cards_are_exchanged() -> None:
    spied = 0
    for seed in range(3):
        match = succession(seed)
        truth = [x for x in heard(match, "") if (m := re.fullmatch(TAKEN, x)) and "a card" not in m.groups()]
        for viewer in (*match.players, None):
            said = [m for x in heard(match, viewer) if (m := re.fullmatch(TAKEN, x))]
            assert len(said) == len(truth)
            for m, whole in zip(said, truth, strict=True):
                spied += m[1] == viewer
                assert m[0] == whole if m[1] == viewer else (m[2], m[4]) == ("a card", "a card")
    assert spied


TAKEN = r"(\w+) takes (.+) from (\w+) and gives (.+)"


def test_who_becomes_a_rebel_is_told_with_his_honour() -> None:
    match = succession(0)
    told = [x for x in heard(match, None) if re.fullmatch(r"\w+ is a rebel now: honour \d+", x)]
    assert len(told) == sum("is now rebel" in x.text() for x in match.journal) > 0


def test_what_rules_keep_in_mind_is_no_part_of_the_story() -> None:
    for seed in range(3):
        match = succession(seed)
        text = "\n".join(x for p in match.players for x in heard(match, p))
        assert "March of " in text and not re.search(r"March of [^:]*$", text, re.MULTILINE)
        assert not re.search(r"\bis now\b|from (hand of|draw pile)", text)
        assert not [x for x in BOOKKEEPING if re.search(rf"\b{x}\b", text)]


@pytest.mark.parametrize(("name", "fewest"), [("shogun", 10), ("most_dangerous_time", 3), ("nobunaga_successors", 10)])
def test_whatever_changes_hands_is_told_before_the_next_choice(name: str, fewest: int) -> None:
    missing, moved = silent(name, read(name)[2])
    assert not missing and moved >= fewest, missing


@pytest.mark.parametrize("name", GAMES)
def test_a_story_that_leaves_a_place_out_is_noticed(name: str) -> None:
    stretches = read(name)[2]
    assert silent(name, [evolve(x, told=()) for x in stretches])[0]


def test_battles_scores_and_ends_of_seasons_are_told() -> None:
    match, reader, _ = read("shogun")
    text = told_of("shogun")
    image = match.compiled.image
    battles = [e for e in EventTree(match).root.walk() if e.rule >= 0 and image.rules[e.rule].sort == "scene"]
    assert len(battles) > 10
    assert text.count("The tower gives") == len(battles)
    assert len(re.findall(r"^(Spring|Summer|Fall) of year \d ends: Red \d", text, re.MULTILINE)) == 6
    assert text.count(" is scored") == 2
    for gain in match.scores(reader):
        assert gain.reason in text


def test_battles_and_turns_of_the_war_are_told() -> None:
    match, _, _ = read("most_dangerous_time")
    text = told_of("most_dangerous_time")
    fought = events(match, "fight field battle")
    assert fought > 3
    ends = r"^ *(\w.* holds the field in .*: \w.*|Nobody is left on the field in .*|The battle in .* is called off)$"
    assert len(re.findall(ends, text, re.MULTILINE)) == fought
    turns = [int(n) for n in re.findall(r"^Turn (\d+) begins$", text, re.MULTILINE)]
    ended = [int(n) for n in re.findall(r"^Turn (\d+) ends", text, re.MULTILINE)]
    assert turns == ended == list(range(1, 11))
    assert re.search(r"^The war is over: .* has won\n.* wins?$", text, re.MULTILINE)


def test_battles_points_and_rounds_of_the_succession_are_told() -> None:
    match, _, _ = read("nobunaga_successors")
    text = told_of("nobunaga_successors")
    fought = events(match, "roll dice of battle")
    assert fought > 5
    results = r"^ *Battle in .*, \d+ to \d+: (the attackers win|the defenders win|nobody wins)$"
    assert len(re.findall(results, text, re.MULTILINE)) == fought
    assert text.count("Points are counted") == events(match, "record points") > 4
    markers = re.findall(r"(Red|Blue|Yellow) (\d+ \(\d+ provinces.*?shame \d+\))", text)
    for player in match.players:
        told = [said for who, said in markers if who == player]
        assert told and all(one != other for one, other in pairwise(told)), "points are told when they change"
    rounds = re.findall(r"^ *Round (\d) of turn 1$", text, re.MULTILINE)
    assert rounds == ["1", "2", "3", "4", "5"] and "Turn 1 ends" in text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_battle_takes_few_lines(name: str, lang: str) -> None:
    """Forces, place and result in one or two, losses in as many: one's own, and the others'. Rounds with dice have one each."""
    battle, losses = {
        "en": (r"^Battle in|attacks|The tower gives", r"^Losses:|holds the field"),
        "zh-Hans": ("之战：|进攻|骰塔掉出", "^战损：|占据.*战场"),
    }[lang]  # fmt: skip
    count = fights = 0
    for stretch in read(name, lang)[2]:
        run = 0
        for line in (x.strip() for x in lines(stretch.told)):
            if re.match(r"Round \d+(: initiative|, man)|第\d+轮(：先手|，一对一)", line):
                continue
            begins = bool(re.search(battle, line)) and "骰塔" not in line and "tower" not in line
            fights += begins
            run = 1 if begins else run + 1 if re.search(f"{battle}|{losses}", line) else 0
            assert run <= 3, stretch.text
            count = max(count, run)
    assert fights > 3 and count >= 2


@pytest.mark.parametrize("name", GAMES)
def test_one_of_a_sort_is_said_in_the_singular(name: str) -> None:
    """`has 1 movement point`, also where a heading with a number is all that is told."""
    match = read(name)[0]
    said = "\n".join(
        line.text for level in ("story", "full") for node in match.story("", level=level) for _, line in node.lines()
    )
    wrong = re.findall(
        r".*(?<!year )(?<!Year )(?<!Turn )(?<!turn )(?<!round )\b1 (?!is\b|has\b|takes\b|wins\b)[a-z-]+s\b.*", said
    )
    assert not wrong, wrong[:3]
    assert name != "most_dangerous_time" or " has 1 movement point" in said


def test_scores_are_explained_to_the_last_point() -> None:
    match, _, stretches = read("shogun")
    for player in match.players:
        gains = [x for x in match.scores("") if x.player == player]
        final = next(x.score for x in match.standings if x.name == player)
        assert sum(x.n for x in gains) == final == gains[-1].total
    told = [line for x in stretches for node in x.told for _, line in node.lines() if line.sort == "score"]
    assert len(told) == 2 * len(match.players)
    assert all(line.rows and sum(r.n for r in line.rows) for line in told)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_whole_game_of_shogun_is_no_longer_than_a_person_reads(lang: str) -> None:
    _, _, stretches = read("shogun", lang)
    assert 100 < sum(len(lines(x.told)) for x in stretches) <= 300
    rules = game(SHOGUN)
    for seed in range(2):
        *_, match = play(rules.start(5, seed), random.Random(seed))
        assert 100 < len(lines(tuple(match.story("Red", lang=lang)))) <= 300, seed


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_no_line_is_longer_than_an_eye_follows(name: str, lang: str) -> None:
    told = [line for x in read(name, lang)[2] for node in x.told for _, line in node.lines() if line.sort != "row"]
    assert [line.text for line in told if len(line.text) > 150] == []


def test_what_goes_on_below_a_line_is_the_same_enumeration() -> None:
    """Nothing of it is lost, and nothing divided but between two of its items."""
    _match, _, stretches = read("most_dangerous_time")
    begun = next(
        node
        for x in stretches
        for node in x.told
        for _, node in node.lines()
        if node.text.startswith("Reinforcements of") and node.children
    )
    whole = " ".join(line.text for _, line in begun.lines())
    assert begun.children and {child.sort for child in begun.children} == {"line"}
    items = whole.partition(": ")[2].split("; ")
    assert len(items) > 5 and len(items) == len({*items})
    assert all(item.count(" in ") == 1 for item in items), "each with its place"
    assert all(line.text.endswith(";") for _, line in [*begun.lines()][:-1]), "names of one place are not divided"


@pytest.mark.parametrize("name", GAMES)
def test_nothing_internal_is_told(name: str) -> None:
    """Marks of scenes are bookkeeping, and so is what an arrow would tell of."""
    match, _, stretches = read(name)
    inner = [re.escape(m.replace("-", " ")) for m, mark in match.compiled.image.marks.items() if mark.scene]
    leaked = re.compile(rf"\b({'|'.join(inner) or '-'})( of [\w ]+)? (is now|\d+ \()")
    for x in stretches:
        assert "→" not in x.text
        assert not leaked.search(x.text), x.text


def test_what_others_plan_in_secret_tells_nothing() -> None:
    """Two games that differ in what others have laid face down are the same to the reader."""
    heard = set()
    for seed in range(3):
        match, chance = rulekit.load(SHOGUN).start(seed=3), random.Random(1)
        while not match.forks:
            match.choose(match.decisions[0], chance.choice(list(match.decisions[0].options)))
        others = random.Random(seed)
        while len({d.player for d in match.decisions} - {"Red"}) > 0:
            decision = next(d for d in match.decisions if d.player != "Red")
            match.choose(decision, others.choice(list(decision.options)))
        heard.add("\n".join(lines(tuple(match.story("Red", level="full")))))
        assert "planned" not in match.story("Red")[-1].text, "it is told when all are done"
    assert len(heard) == 1


def test_the_story_comes_again_when_choices_are_made_again() -> None:
    match = rulekit.load(SHOGUN).start(seed=4)
    for _ in range(60):
        match.choose(match.decisions[0], 0)
    again = rulekit.load(SHOGUN).resume(match.save())
    assert again.story("Red") == match.story("Red")
    assert again.happened == match.happened


def test_a_choice_taken_back_is_not_told() -> None:
    match = rulekit.load(SHOGUN).start(seed=4)
    while not match.forks:
        match.choose(match.decisions[0], 0)
    before, told = match.happened, match.story("")
    match.choose(match.decisions[0], 0)
    match.undo(match.players[0])
    assert (match.happened, match.story("")) == (before, told)


def test_who_reads_and_how_much_has_to_be_known() -> None:
    match = rulekit.load(SHOGUN).start(seed=4)
    with pytest.raises(rulekit.UserError):
        match.story("Nobody")
    with pytest.raises(ValueError, match="no level"):
        match.story("Red", level="long")  # type: ignore[arg-type]


def test_looks_are_no_part_of_the_rules(tmp_path: Path) -> None:
    """Who edits how the board looks can go on with his saves; who edits a table cannot."""
    game = tmp_path / "shogun"
    shutil.copytree(SHOGUN, game)
    found = find_plugins()
    before = game_texts.fingerprint(game, (), found)
    board = game / "board.yaml"
    board.write_text(board.read_text(encoding="utf-8") + "\n# a new colour\n", encoding="utf-8")
    assert game_texts.fingerprint(game, (), found) == before
    table = game / "setups.yaml"
    table.write_text(table.read_text(encoding="utf-8") + "\n# another table\n", encoding="utf-8")
    assert game_texts.fingerprint(game, (), found) != before


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("shogun", r"^ *Result: (\w+) \d+ points, \d+ chests? left; "),
        ("most_dangerous_time", r"^ *Castles of Oda: \d+, needed \d+$"),
        ("nobunaga_successors", r"^ *The war is over: \w+ rules the realm$"),
    ],
)
def test_the_end_says_why(name: str, why: str) -> None:
    match = read(name)[0]
    assert match.over and re.search(why, told_of(name), re.MULTILINE)


@pytest.mark.parametrize(
    ("name", "why", "columns"),
    [
        ("shogun", r"Result: (\w+) \d+ points, ", ["Score", "Chests"]),
        ("most_dangerous_time", r"The war is over: .* has won", []),
        ("nobunaga_successors", r"The war is over: \w+ rules the realm", ["Areas", "Points", "Honour", "Shame"]),
    ],
)
def test_the_result_says_why(name: str, why: str, columns: list[str]) -> None:
    """The last words of the story, and the numbers that decide; no score of 1 and 0, nothing that no longer matters."""
    page = result_page(Texts("en"), read(name)[0], read_board(GAMES[name][0]))
    rows = [block.text for block in page.blocks if isinstance(block, Paragraph)]
    assert re.match(why, rows[-2]) and re.search("wins|share the victory", rows[-1])
    standings = next(block for block in page.blocks if isinstance(block, TableGroup)).sheets[0]
    assert [column.name for column in standings.columns] == ["Rank", "Player", "Seat", *columns]


@pytest.mark.parametrize("name", GAMES)
def test_every_text_of_the_game_is_said_in_chinese(name: str) -> None:
    """In all its set-ups, also where no game that is read here comes to it. What stands before a value alone (``points: 3``) is
    what the engine says of a condition."""
    game = read(name)[0].compiled
    words = game.image.words["zh-Hans"]
    said = {"".join(x if isinstance(x, str) else "{}" for x in template) for template in game.image.templates}
    authored = {key for key in said if not (key.endswith(": {}") and key.count("{}") == 1)}
    assert not sorted(key for key in authored - words.keys() if re.search("[A-Za-z]{2}", key))


@pytest.mark.parametrize(
    ("name", "heading"),
    [("most_dangerous_time", r"chit is drawn: .* acts$"), ("nobunaga_successors", r"^The round of \w+$")],
)
def test_an_impulse_or_a_card_takes_few_lines(name: str, heading: str) -> None:
    """Six on average of a whole game by chance: each march has its own, and battles have several."""
    match = game(GAMES[name][0]).start(seed=7, journal=True)
    for _ in play(match, random.Random(7)):
        pass
    told = [node for root in match.story("") for _, node in root.lines(0)]
    counts = [sum(1 for _ in node.lines(0)) - 1 for node in told if re.search(heading, node.text)]
    assert len(counts) > 10 and sum(counts) / len(counts) <= 6, sorted(counts)


COUNTED = "箱份个支点分枚张国处名"
"""Measure words of what is thrown, got or held"""


@pytest.mark.parametrize("name", GAMES)
def test_what_is_got_thrown_or_left_has_a_measure_word_in_chinese(name: str) -> None:
    bare = re.compile(rf"(?:得|掷出|剩|驻|米)(\d+)(?![\d{COUNTED}])")
    told = [line.text for x in read(name, "zh-Hans")[2] for node in x.told for _, line in node.lines()]
    assert len(told) > 80 and [x for x in told if bare.search(x) and "最多" not in x and "至少" not in x] == []
