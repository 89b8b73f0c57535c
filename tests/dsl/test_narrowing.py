"""What a condition proves about its values, on the lines below it: what may be none is taken where it is known not to be."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from tests.playing import TOY

SOUND = {
    "below otherwise": """
if owner of here is none: stop
otherwise: raise points of owner of here by 1
""",
    "in the condition of an otherwise if": """
if owner of here is none: lower round by 1
otherwise if points of owner of here is 3: lower round by 2
""",
    "below what two conditions rule out": """
if owner of here is none: lower round by 1
otherwise if round is 3: lower round by 2
otherwise: raise points of owner of here by 1
""",
    "in the third condition": """
if owner of here is none: lower round by 1
otherwise if round is 3: lower round by 2
otherwise if points of owner of here is 1: lower round by 1
""",
    "where all ways that go on know it": """
let o be owner of here
if o is none: stop
otherwise if round is 3: lower round by 2
otherwise: lower round by 1
raise points of o by 1
""",
    "where the last way leaves": """
let o be owner of here
if o is not none: lower round by 2
otherwise: stop
raise points of o by 1
""",
    "after a way out": """
if owner of here is none: stop
raise points of owner of here by 1
""",
}
UNSOUND = {
    "below the condition itself": """
if owner of here is none: raise points of owner of here by 1
""",
    "behind the whole": """
if owner of here is none: lower round by 1
otherwise if round is 3: lower round by 2
raise points of owner of here by 1
""",
    "where only the second way leaves": """
if round is 3: lower round by 1
otherwise if owner of here is none: stop
raise points of owner of here by 1
""",
    "where only the second way leaves and the third goes on": """
if round is 3: lower round by 1
otherwise if owner of here is none: stop
otherwise: lower round by 1
raise points of owner of here by 1
""",
    "where only the second way leaves, of a name": """
let o be owner of here
if round is 3: lower round by 1
otherwise if o is none: stop
otherwise: lower round by 1
raise points of o by 1
""",
    "where the first way goes on, of a name": """
let o be owner of here
if round is 3: lower round by 1
otherwise if o is none: stop
raise points of o by 1
""",
    "where the way that goes on sets it anew": """
let o be owner of here
if o is not none: set o to none
otherwise: stop
raise points of o by 1
""",
    "where another way sets it anew": """
let o be owner of here
if o is none: stop
if round is 3: lower round by 1
otherwise: set o to none
raise points of o by 1
""",
    "where the second of three ways sets it anew": """
let o be owner of here
if o is none: stop
if round is 3: lower round by 1
otherwise if round is 4: set o to none
otherwise: lower round by 1
raise points of o by 1
""",
    "where a way below the first condition sets it anew": """
let o be owner of here
if o is none: stop
otherwise if round is 4: set o to none
raise points of o by 1
""",
    "where what is left over is one of the ways, of a name": """
let o be owner of here
if round is 3: lower round by 1
otherwise if o is not none: lower round by 2
otherwise: stop
raise points of o by 1
""",
    "where what is left over is one of the ways": """
if round is 3: lower round by 1
otherwise if owner of here is not none: lower round by 2
otherwise: stop
raise points of owner of here by 1
""",
    "where a condition holds only together": """
if owner of here is none and round is 3: lower round by 1
otherwise: raise points of owner of here by 1
""",
}


def mistakes(body: str, folder: Path) -> list[str]:
    lines = "".join(f"    {line}\n" for line in body.strip().splitlines())
    path = folder / "ways.rules"
    path.write_text(f'variant Ways of Hill Towns "Ways":\n  to try in {{here: town}}:\n{lines}', "utf-8")
    return [p.message for p in rulekit.check(TOY, [path])[0] if p.severity == "error"]


@pytest.mark.parametrize("name", SOUND)
def test_what_is_ruled_out_is_known(name: str, tmp_path: Path) -> None:
    assert mistakes(SOUND[name], tmp_path) == []


@pytest.mark.parametrize("name", UNSOUND)
def test_what_may_be_none_is_not_taken(name: str, tmp_path: Path) -> None:
    assert mistakes(UNSOUND[name], tmp_path)
