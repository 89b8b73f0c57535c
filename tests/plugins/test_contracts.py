"""A plugin that misbehaves is named, and leaves no trace in a match."""

from __future__ import annotations

import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rulekit
from rulekit import bots
from rulekit.diagnostics import UserError
from rulekit.plugins.contracts import Guarded, PluginFault
from rulekit.plugins.devices import Device, DeviceError, Native, Parameter, Question, Word
from rulekit.plugins.hookspecs import hookimpl
from rulekit.plugins.manager import Plugins, find_plugins
from tests.playing import TOY

GAME = """
game Fair "Fair":
  played by 2 players, called Ann, Ben
  begins with play the game
  uses plugin imp

piece nut, nuts: 9, at first in crate

places seen by all:
  crate: nuts
  basket: nuts

marks seen by all:
  luck of each player: from 0 to 9

to play the game:
  each player in players:
    choose n from 0 to 2: "how many nuts?"
    move n nuts from crate to basket
    tease crate and basket
    set my luck to luck of the imp
  end the game, ranking players by luck of it
"""


class Imp:
    """A device that does what it is told in ``deed`` and gives what it is told in ``luck``."""

    name = "imp"
    doc = "An imp."
    parameters = (Parameter("mood", default=1, low=0, high=3),)
    words = (
        Word("tease {a:place} and {b:place}", "tease", "tease crate and basket"),
        Word("luck of the imp", "luck", "luck of the imp", gives="number"),
    )

    def __init__(self, deed: Callable[..., Any] = lambda *a: None, luck: Callable[..., Any] = lambda *a: 1) -> None:
        self.deed, self.value = deed, luck

    def stores(self, parameters: Any) -> Any:
        return ["bag"]

    def bind(self, setting: Any) -> Any:
        def tease(s: list[int], z: list[list[int]], a: tuple[int, ...], b: tuple[int, ...]) -> None:
            self.deed(setting, s, z, a, b)

        return {"tease": tease, "luck": lambda s, z: self.value(s)}


def brought(imp: Any) -> Plugins:
    module: Any = types.ModuleType("naughty")
    module.rulekit_devices = hookimpl(lambda: [imp])
    module.rulekit_devices.__name__ = "rulekit_devices"
    return find_plugins((module,))


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    (tmp_path / "fair.rules").write_text(GAME, encoding="utf-8")
    return tmp_path


def made_of_nothing(setting: Any, s: list[int], z: Any, a: Any, b: Any) -> None:
    s[b[0]] += 1


def lost(setting: Any, s: list[int], z: Any, a: Any, b: Any) -> None:
    s[a[0]] = 0


def below_nothing(setting: Any, s: list[int], z: Any, a: Any, b: Any) -> None:
    s[a[0]] += 100
    s[b[0]] -= 100


def elsewhere(setting: Any, s: list[int], z: Any, a: Any, b: Any) -> None:
    known = {*a, *b, *setting.stores[0], setting.stream}
    s[next(k for k in range(len(s)) if k not in known)] += 1


def shorter(setting: Any, s: list[int], z: Any, a: Any, b: Any) -> None:
    s.append(3)


def raises(setting: Any, s: list[int], z: Any, a: Any, b: Any) -> None:
    s[a[0]] += 7
    raise KeyError("oops")


FAULTS = [
    (made_of_nothing, "makes 10 of 9 nut: pieces are only ever moved"),
    (lost, "makes 1 of 9 nut: pieces are only ever moved"),
    (below_nothing, "makes 9 of 9 nut: pieces are only ever moved"),
    (elsewhere, "changes what does not belong to it"),
    (shorter, "changes what does not belong to it"),
    (raises, "tease failed in "),
]


@pytest.mark.parametrize("deed,said", FAULTS, ids=lambda x: getattr(x, "__name__", ""))
def test_a_fault_is_named_and_the_match_stays_as_it_was(fair: Path, deed: Callable[..., None], said: str) -> None:
    match = rulekit.load(fair, found=brought(Imp(deed))).start()
    before, told = match.copy(), len(match.journal)
    with pytest.raises(PluginFault) as caught:
        match.choose(match.decisions[0], "1")
    assert caught.value.message.startswith("the plugin naughty is at fault: the device imp: ")
    assert said in caught.value.message
    assert match == before and len(match.journal) == told
    assert match.save()["choices"] == before.save()["choices"]


@pytest.mark.parametrize("luck", ["many", None, 1.5, True], ids=str)
def test_a_value_of_another_type_is_a_fault(fair: Path, luck: object) -> None:
    match = rulekit.load(fair, found=brought(Imp(luck=lambda s: luck))).start()
    before = match.copy()
    with pytest.raises(PluginFault, match=r"“luck of the imp” gives .*, and not a whole number"):
        match.choose(match.decisions[0], "1")
    assert match == before


def test_without_a_journal_a_failure_is_named_as_well(fair: Path) -> None:
    match = rulekit.load(fair, found=brought(Imp(raises))).start(journal=False)
    with pytest.raises(PluginFault, match="the plugin naughty is at fault"):
        match.copy().play_random(1)
    before = match.copy()
    with pytest.raises(PluginFault):
        match.decide(0, 1)
    assert match == before


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (lambda a, b: {}[a], "<lambda> failed"),
        (lambda a, b: [1.5], "the row for 3 and 4 is [1.5], and no list of whole numbers"),
        (lambda a, b: None, "the row for 3 and 4 is None, and no list of whole numbers"),
    ],
)
def test_a_row_for_the_native_library_that_is_wrong_is_a_fault(rows: Callable[..., Any], said: str) -> None:
    imp: Any = Imp()
    imp.native = lambda setting: Native("", rows)
    with pytest.raises(PluginFault) as caught:
        device: Any = brought(imp).devices["imp"]
        device.native(None).rows(3, 4)
    assert caught.value.message.startswith("the plugin naughty is at fault: ")
    assert said in caught.value.message


def test_only_matches_with_a_journal_look_at_all_that_a_device_does(fair: Path) -> None:
    """Looking takes a copy of the match at every throw; matches without a journal are played by the thousand."""
    seen: list[bool] = []

    def right(setting: Any, s: list[int], z: Any, a: Any, b: Any) -> None:
        seen.append(setting.watched)

    game = rulekit.load(fair, found=brought(Imp(right)))
    for journal in (True, False):
        match = game.start(journal=journal)
        match.choose(match.decisions[0], "1")
    assert seen == [True, False]
    game.start(journal=False).play_random(1)
    assert not any(seen[1:])


def test_what_cannot_be_done_is_no_fault_and_moves_nothing(fair: Path) -> None:
    def refuses(setting: Any, s: list[int], z: Any, a: Any, b: Any) -> None:
        s[a[0]] += 1
        raise DeviceError("nut: the imp is asleep")

    match = rulekit.load(fair, found=brought(Imp(refuses))).start()
    before = match.copy()
    with pytest.raises(rulekit.RuleFailure, match="the imp is asleep"):
        match.choose(match.decisions[0], "1")
    assert match == before


def test_what_is_right_is_left_alone(fair: Path) -> None:
    def right(setting: Any, s: list[int], z: Any, a: Any, b: Any) -> None:
        setting.spread(s, (a, b), (a, setting.lying(s, b)), (setting.stores[0], setting.lying(s, a)))

    game = rulekit.load(fair, found=brought(Imp(right)))
    match = game.start()
    for count in ("2", "1"):
        match.choose(match.decisions[0], count)
    assert match.over and game.replay(match.save()) == match


# ---------------------------------------------------------------- what is no device, game or bot
def spoilt(**changed: Any) -> Imp:
    imp = Imp()
    for name, value in changed.items():
        setattr(imp, name, value)
    return imp


NO_DEVICES = [
    (object(), "is no device: it has no name and no doc"),
    (spoilt(name="My Imp"), "a device is called 'My Imp'; rules can only say small-letters-like-this"),
    (spoilt(words=["tease"]), "'tease' among its words is no Word"),
    (spoilt(parameters=[("mood", 1)]), "among its parameters is no Parameter"),
    (spoilt(parameters=[Parameter("mood", 9, 0, 3)]), "its setting mood is normally 9, and goes from 0 to 3"),
    (spoilt(words=[Word("tease {a:card}", "t", "tease x")]), "has a gap for card; there are gaps for place, number"),
    (spoilt(words=[Word("hit {a:amounts}", "t", "hit x")]), "only words for tests can have these"),
    (spoilt(words=[Word("luck", "t", "luck", gives="text")]), "gives text; a word gives a number or nothing"),
    (spoilt(words=[Word("ask", "t", "ask", asks="a", question="how many?")]), "needs one {} for the sort of piece"),
]


@pytest.mark.parametrize("thing,said", NO_DEVICES)
def test_what_is_no_device_is_told_at_once(thing: object, said: str) -> None:
    with pytest.raises(PluginFault) as caught:
        brought(thing)
    assert "the plugin naughty is at fault" in str(caught.value) and said in str(caught.value)


BINDING = [
    (spoilt(stores=lambda p: 3), "stores gives 3, and not a list of names"),
    (spoilt(stores=lambda p: 1 / 0), "ZeroDivisionError"),
    (spoilt(bind=lambda setting: None), "bind gives None, and not a function for each word"),
    (spoilt(bind=lambda setting: {"luck": len}), "bind gives no function tease for “tease {a:place} and {b:place}”"),
]


@pytest.mark.parametrize("imp,said", BINDING)
def test_a_device_that_cannot_be_bound_is_named(fair: Path, imp: Imp, said: str) -> None:
    with pytest.raises(PluginFault) as caught:
        rulekit.load(fair, found=brought(imp)).start()
    assert "the plugin naughty is at fault: the device imp" in str(caught.value) and said in str(caught.value)


@pytest.mark.parametrize("asked", [3, Question(9, 1), Question(0, -1)], ids=str)
def test_a_question_that_is_none(asked: object, table: Callable[..., Any]) -> None:
    word = Word("tease {a:place}", "tease", "tease crate", asks="ask", question="how many {}?")
    imp = spoilt(words=[word], bind=lambda setting: {"tease": print, "ask": lambda s, z, a: asked})
    with pytest.raises(PluginFault, match="no question about a sort of piece"):
        table(imp).say("ask", "tray")


def gives(hook: str, thing: Any) -> types.ModuleType:
    module = types.ModuleType("naughty")

    def give() -> Any:
        return thing() if callable(thing) else thing

    give.__name__ = hook
    setattr(module, hook, hookimpl(give))
    return module


GIFTS = [
    ("rulekit_devices", lambda: 1 / 0, "rulekit_devices failed in "),
    ("rulekit_devices", 7, "rulekit_devices gives 7, and not a list"),
    ("rulekit_games", ["quarry"], "rulekit_games gives 'quarry', and not pairs of a name and a folder"),
    ("rulekit_games", [("quarry", 3)], "the game quarry lies in 3, which is no path"),
    ("rulekit_games", [("quarry", "/no/such")], "should lie in /no/such, and there is no such folder"),
    ("rulekit_variants", [("windy", None)], "the variant windy lies in None, which is no path"),
    ("rulekit_variants", [("windy", "/no/such")], "should lie in /no/such, and nothing is there"),
    ("rulekit_bots", [("eager",)], "rulekit_bots gives ('eager',), and not pairs of a name and a callable"),
    ("rulekit_bots", [("eager", "me")], "the bot eager is 'me', which cannot be called"),
    ("rulekit_senders", [("pigeon", "coo")], "the sender pigeon is 'coo', which has no check and no send"),
]


@pytest.mark.parametrize("hook,thing,said", GIFTS)
def test_a_hook_that_gives_something_else(hook: str, thing: Any, said: str) -> None:
    with pytest.raises(PluginFault) as caught:
        find_plugins((gives(hook, thing),))
    assert "the plugin naughty is at fault" in str(caught.value) and said in str(caught.value)


def test_a_bot_that_plays_in_its_own_world_changes_nothing() -> None:
    def grabs(seat: Any) -> int:
        seat.decision.match.choose(seat.decision, 0)
        return 99

    found = find_plugins((gives("rulekit_bots", [("grabby", grabs)]),))
    match = rulekit.load(TOY).start(seed=1)
    before = match.copy()
    with pytest.raises(UserError, match="the bot grabby of the plugin naughty chose 99 where there are options 0 to"):
        bots.ask("grabby", found.bots["grabby"], match, match.decisions[0])
    assert match == before


def test_a_guarded_device_is_a_device() -> None:
    assert isinstance(Guarded(Imp(), "naughty"), Device)


@pytest.mark.parametrize("picture, said", [("<p>", "no SVG"), (7, "no SVG")])
def test_a_picture_of_a_device_is_svg(picture: object, said: str) -> None:
    device = Imp()
    device.picture = picture  # type: ignore[attr-defined]
    with pytest.raises(PluginFault, match=said):
        Guarded(device, "naughty")
