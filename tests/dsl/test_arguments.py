"""Handlers take the arguments of their operation by name, and are held against what the operation has."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import rulekit
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.lower.expressions import HANDLERS, lowers
from rulekit.compiler.lower.statements import SENTENCES, sentence
from rulekit.diagnostics import Span
from rulekit.dsl import accessors
from rulekit.dsl.arguments import Accessor, Area, arguments_of, by_name, part, taken
from rulekit.dsl.tree import Node, Statement
from rulekit.dsl.types import NONE, NUMBER
from rulekit.inspection.rules import inside, nodes, rules_of
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from rulekit.rulebook import rulebook
from rulekit.rulebook.english import English
from rulekit.rulebook.speech import says
from tests.playing import COUNCIL, ROOT, SHOGUN, TOY

NAMED_BY_THE_GAME = ("begin", "device", "do", "permission", "point", "rule-table", "supposed", "that-point")
"""Operations whose slots have the names that a game, or the phrase of a device, gives them"""


def unknown(low: Any, node: Any, c: Any, *, m: ir.Expr) -> Any: ...
def always(low: Any, node: Any, c: Any, *, m: ir.Expr, n: ir.Expr) -> Any: ...
def mistyped(low: Any, node: Any, c: Any, *, minus: int = 0) -> Any: ...
def no_part(low: Any, node: Any, c: Any, *, k: str) -> Any: ...
def no_plain(low: Any, node: Any, c: Any, *, k: Node) -> Any: ...


@pytest.mark.parametrize(
    ("op", "handler", "said"),
    [
        ("seat", unknown, r"test_arguments\.unknown takes `m` of `seat`: there is none\. There are: n$"),
        ("seat", lambda low, x, c, p: x, r"<lambda> takes `p` of `seat`: there is none"),
        (
            "hits",
            always,
            r"`m` of `hits`: without a default, but not .*\. There are: n, k, chance, m .at times., minus .at",
        ),
        ("hits", mistyped, r"takes `minus` of `hits` as <class 'int'>, but it is <class 'str'>"),
        ("hits", no_part, r"takes `k` of `hits` as <class 'str'>, but it is <class '.*Node'>"),
        ("things-in", no_plain, r"takes `k` of `things-in` as <class '.*Node'>, but it is <class 'str'>"),
    ],
)
def test_what_an_operation_does_not_have_is_told(op: str, handler: Callable[..., Any], said: str) -> None:
    known = dict(HANDLERS)
    HANDLERS.pop(op)
    try:
        with pytest.raises(TypeError, match=said):
            lowers(op)(handler)
    finally:
        HANDLERS.update(known)


def test_a_sentence_is_no_value_of_the_same_name() -> None:
    def raising(b: Any, x: Any, c: Any, *, x_: Node) -> None: ...

    assert "asks" in arguments_of("sentence", "device") and "asks" not in arguments_of("value", "device")
    with pytest.raises(TypeError, match=r"takes `x-` of `count`: there is none\. There are: none"):
        sentence("count")(raising)
    assert "count" not in SENTENCES


def test_several_operations_have_in_common_what_each_has() -> None:
    found = arguments_of("sentence", "raise", "raise-to")
    assert found["n"].always and not found["m"].always
    assert arguments_of("sentence", "raise-to")["m"].always


def test_arguments_come_by_name_as_parts_or_made_of_them() -> None:
    def handler(low: Any, node: Any, c: Any, *, this_card: Node) -> None: ...
    def hits(low: Any, node: Any, c: Any, *, m: ir.Expr | None = None, n: Node, minus: str = "") -> None: ...

    card, count = Node("none", NONE), Node("number", NUMBER)
    assert taken(handler, 3, "value", "this-card").of({"this-card": card}, {}) == {"this_card": card}
    found = taken(hits, 3, "value", "hits", made=ir.Expr)
    assert list(found.lowered) == [("m", "m")]
    assert found.of({"n": count, "k": count}, {}) == {"n": count}
    assert found.of({"n": count, "m": card}, {"minus": "yes"}) == {"n": count, "minus": "yes"}


def test_a_table_hands_each_what_it_takes() -> None:
    def both(first: str, *, n: Node, m: Node | None = None) -> tuple[str, Node, Node | None]:
        return first, n, m

    def second(first: str, *, m: Node) -> None: ...

    one, two = Node("number", NUMBER), Node("number", NUMBER)
    table = by_name({"raise": both, "raise-to": both}, 1, "sentence")
    assert table["raise"] is table["raise-to"]
    assert table["raise"]({"n": one, "x": two}, "by") == ("by", one, None)
    assert table["raise-to"].of(Statement("raise-to", {"n": one, "m": two}, {}, Span("", 1), ""), "to") == (
        "to",
        one,
        two,
    )
    with pytest.raises(TypeError, match="takes `m` of `raise`, `raise-to`: without a default"):
        by_name({"raise": second, "raise-to": second}, 1, "sentence")
    with pytest.raises(TypeError, match="takes `p` of `entry`: without a default"):  # what a family brings
        by_name({"entry": lambda d, line, p: None}, 2, "declaration")


def test_a_language_is_held_against_what_it_says() -> None:
    with pytest.raises(TypeError, match="takes `place` of `mark`: there is none"):

        class Other(English):
            @says("mark")
            def _mark(self, n: Node, *, place: str) -> str:  # type: ignore[override]
                return place


def test_a_part_that_an_operation_does_not_have_is_told() -> None:
    with pytest.raises(TypeError, match=r"`and` has no part `c`\. There are: a, b$"):
        part("c", "value", "not", "and")
    with pytest.raises(TypeError, match="`things-in` has no part `k`"):  # a word
        part("k", "value", "things-in")


@pytest.mark.parametrize("folder", [SHOGUN, TOY, COUNCIL, ROOT / "games/chess"], ids=lambda path: path.name)
def test_parts_are_asked_of_their_operations(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = dict[str, set[str]]()

    def listening(name: str, part: Accessor, x: Node | Statement) -> Node:
        asked.setdefault(name, set()).add(x.op)
        return part(x)

    parts = {name: x for name, x in vars(accessors).items() if isinstance(x, Accessor)}
    for name, x in parts.items():
        monkeypatch.setattr(accessors, name, partial(listening, name, x))
    monkeypatch.setenv("RULEKIT_CACHE", "off")
    rulekit.load(folder).compiled()
    rulebook(folder)
    assert [(name, op) for name, ops in asked.items() for op in ops if op not in parts[name].ops] == []
    assert len(asked) > 8


@pytest.mark.parametrize("folder", [SHOGUN, TOY, COUNCIL, ROOT / "games/chess"], ids=lambda path: path.name)
def test_games_have_what_their_operations_are_said_to_have(folder: Path) -> None:
    program, seen = read_program(folder, find_plugins().devices), 0
    for rule in rules_of(program).values():
        for said in (y for x in rule.parts for y in inside(x)):
            if isinstance(said, Statement):
                holds_to_it("sentence", said)
            for node in nodes(said):
                seen += 1
                holds_to_it("value", node)
    assert seen > 100


def holds_to_it(area: Area, x: Node | Statement) -> None:
    has, there = arguments_of(area, x.op), {*x.args, *x.data}
    assert {name for name, argument in has.items() if argument.always} <= there, x
    if x.op not in NAMED_BY_THE_GAME:
        assert there <= has.keys() | {"me"}, (x.op, there)
        assert all(has[name].type is Node for name in x.args if name != "me"), x
