"""What the nodes and sentences of the typed tree say besides their parts is what their types declare."""

from __future__ import annotations

from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from rulekit.dsl.mentions import parts
from rulekit.dsl.tree import Node, NodeData, Statement, StatementData
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from tests.playing import COUNCIL, ROOT, SHOGUN, SUPPLY

FOLDERS = [
    SHOGUN,
    COUNCIL,
    SUPPLY,
    *sorted((ROOT / "plugins").glob("*/rulekit_*/game")),
]


def fits(value: Any, type_: Any) -> bool:
    if get_origin(type_) is UnionType:
        return any(fits(value, part) for part in get_args(type_))
    if get_origin(type_) is tuple:
        return isinstance(value, tuple) and all(fits(x, get_args(type_)[0]) for x in value)
    return type(value) is type_


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda p: p.parent.name)
def test_data_are_what_their_types_declare(folder: Path) -> None:
    program = read_program(folder, find_plugins().devices, tests=True)
    declared = {Node: get_type_hints(NodeData), Statement: get_type_hints(StatementData)}
    wrong = {
        (part.op, key, value)
        for part in parts(program)
        for key, value in part.data.items()
        if key not in declared[type(part)] or not fits(value, declared[type(part)][key])
    }
    assert not wrong
