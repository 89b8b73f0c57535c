"""What a screen has room for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from rulekit.tabletop.columns import GAP, NARROW, TextColumn, fit

LIST = ", ".join(f"counter {k}" for k in range(12))


def table() -> list[TextColumn]:
    return [
        TextColumn("area", ["Ueno", "Kai"]),
        TextColumn("printed first", ["hill", "plain"], 2),
        TextColumn("printed last", ["strong", "weak"], 2),
        TextColumn("keeper", ["Red", "Blue"], 1),
        TextColumn("", [LIST, ""], 0, ", "),
    ]


def wide(columns: list[TextColumn]) -> int:
    lines = [[line for cell in (c.name, *c.cells) for line in cell.split("\n")] for c in columns]
    return sum(max(map(cell_len, cells)) for cells in lines) + GAP * (len(columns) - 1)


def test_where_there_is_room_all_stands_in_one_line() -> None:
    columns, out = fit(table(), 300)
    assert (columns[-1].cells, out) == ([LIST, ""], [])


def test_lists_are_broken_between_their_items() -> None:
    columns, out = fit(table(), 80)
    assert out == [] and wide(columns) <= 80
    lines = columns[-1].cells[0].split("\n")
    assert len(lines) > 1 and " ".join(lines) == LIST
    assert all(line.endswith(",") for line in lines[:-1])


@pytest.mark.parametrize("width,left_out", [(54, ["printed last"]), (46, ["printed first", "printed last"])])
def test_what_is_printed_goes_first_and_the_last_of_it_before_the_others(width: int, left_out: list[str]) -> None:
    columns, out = fit(table(), width)
    assert out == left_out
    assert wide(columns) <= width


def test_what_must_stay_stays() -> None:
    columns, out = fit(table(), 10)
    assert [c.name for c in columns] == ["area", ""]
    assert out == ["printed first", "printed last", "keeper"]


def test_a_long_heading_takes_several_lines() -> None:
    [column], _ = fit([TextColumn("seen by their owner", ["yes"])], 80)
    assert column.name == "seen by\ntheir\nowner"
    [column], _ = fit([TextColumn("初始控制者是谁", ["织田"])], 80)
    assert column.name == "初始控制\n者是谁"
    [column], _ = fit([TextColumn("初始控制者", ["织田"])], 80)
    assert column.name == "初始控制者", "one word stays whole"


def test_spaces_of_a_row_are_not_parted_from_their_numbers() -> None:
    row = "1. Build a theater  2. Battle / move A  3. ?  4. Taxes, at last"
    _, column = fit([TextColumn("", ["row"]), TextColumn("", [row], 0, ", ")], 46)[0]
    assert column.cells == ["1. Build a theater  2. Battle / move A\n3. ?  4. Taxes, at last"]


@settings(deadline=None, derandomize=True)
@given(
    st.integers(40, 200), st.lists(st.tuples(st.text("ab 国", max_size=20), st.integers(0, 2)), min_size=1, max_size=8)
)
def test_nothing_gets_lost(width: int, made: list[tuple[str, int]]) -> None:
    """Every column is kept or named, in its order, and a kept one holds all its words."""
    columns = [TextColumn(f"{k} {name}", [name, LIST], rank, ", ") for k, (name, rank) in enumerate(made)]
    kept, out = fit(columns, width)
    assert sorted([c.cells[1].replace("\n", " ") for c in kept] + [LIST] * len(out)) == [LIST] * len(columns)
    assert out == [c.name for c in columns if c.name in out]
    least = sum(column.rank == 0 for column in columns) * (NARROW + GAP)
    assert wide(kept) <= max(width, least)


def test_lists_get_narrower_before_the_screen_breaks_them() -> None:
    """Three lists that all have to stay, on a screen that is too small for them as they are."""
    columns = [TextColumn(name, [LIST], 0, ", ") for name in ("here", "there", "elsewhere")]
    found, out = fit(columns, 70)
    assert out == [] and wide(found) <= 70
    assert all(line.endswith(",") for column in found for line in column.cells[0].split("\n")[:-1])
