"""A table with people and bots, for the tests of the full screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from time import monotonic
from typing import Any

from textual.pilot import Pilot
from textual.visual import RichVisual
from textual.widgets import Input, Static

import rulekit
from rulekit.board import read_board
from rulekit.cli.table.seating import seat_all
from rulekit.tabletop.autosave import Autosave
from rulekit.tabletop.driver import Driver
from rulekit.tabletop.texts import choose_language
from rulekit.tui.app import TableApp
from rulekit.tui.map_view import MapView
from rulekit.tui.question_view import QuestionView
from rulekit.tui.screens import Panel
from tests import patience

PATIENCE = 20.0
"""Seconds in which the screen has to show what is waited for, on a quick machine"""
Play = Callable[[TableApp, Pilot[Any]], Awaitable[None]]


def table(
    folder: Path, players: int | None = None, seed: int = 1, seats: Mapping[int, str] | None = None, lang: str = "en",
    options: Mapping[str, str] | None = None, **more: Any,
) -> TableApp:  # fmt: skip
    rules = rulekit.load(folder)
    match = rules.start(players=players or rules.usual, seed=seed, options=options or {})
    seating = seat_all(len(match.players), seats or {}, (), people=True)
    texts = choose_language(lang, rules.names).of(folder, ())
    board = read_board(folder) if (folder / "board.yaml").is_file() else None
    return TableApp(rules, Driver(match, seating, Autosave()), texts, board, **more)


def play(app: TableApp, what: Play, size: tuple[int, int] = (120, 40)) -> None:
    """Runs the table in a terminal of that size and lets ``what`` type."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(app, pilot)
            await what(app, pilot)

    asyncio.run(run())


async def settle(app: TableApp, pilot: Pilot[Any]) -> None:
    """Waits until the bots have chosen and everything is drawn."""
    for _ in range(400):
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        if not app.busy or app.telling is not None or app.driver.match.over or len(app.screen_stack) > 1:
            break
    await pilot.pause()


async def until(pilot: Pilot[Any], so: Callable[[], object], what: str) -> None:
    """Waits until something is to be seen. An app that does nothing just now is no sign: on a busy machine it waits for its turn.

    Raises AssertionError where it does not come, naming ``what`` was awaited.
    """
    most = patience.seconds(PATIENCE)
    end = monotonic() + most
    while not so():
        assert monotonic() < end, f"{what}: not within {most:.0f} seconds"
        await pilot.pause()


async def type_line(app: TableApp, pilot: Pilot[Any], text: str) -> None:
    """Types a line and Enter."""
    for char in text:
        await pilot.press({" ": "space", "?": "question_mark", "-": "minus"}.get(char, char))
    await pilot.press("enter")
    await settle(app, pilot)


async def paste_line(app: TableApp, pilot: Pilot[Any], text: str) -> None:
    """A long line, as if pasted, and Enter."""
    app.screen_stack[0].query_one(Input).value = text
    await pilot.press("enter")
    await settle(app, pilot)


def seen(app: TableApp, widget: str) -> str:
    """The text of a widget of the table, as it stands."""
    return written(app.screen_stack[0].query_one(widget, Static))


def written(widget: Static) -> str:
    """The text of a widget; where it holds more than one text, as it is drawn."""
    if isinstance(widget.visual, RichVisual):
        return "\n".join(widget.render_line(y).text.rstrip() for y in range(widget.size.height))
    return str(widget.visual)


def panel(app: TableApp) -> str:
    """The text of the panel above the table."""
    assert isinstance(app.screen, Panel)
    return written(app.screen.query_one("#text", Static))


def map_text(app: TableApp) -> list[str]:
    """What the window of the map shows, without colours."""
    view = app.screen_stack[0].query_one(MapView)
    return [view.render_line(y).text for y in range(view.size.height)]


def question(app: TableApp) -> str:
    view = app.screen_stack[0].query_one(QuestionView)
    return "\n".join(view.render_line(y).text.rstrip() for y in range(view.size.height))
