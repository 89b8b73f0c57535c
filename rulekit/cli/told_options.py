"""The options of commands that tell the story of a saved game: how much of it, and for whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulekit.diagnostics import UserError
from rulekit.runtime.narrative.sentence import LEVELS

if TYPE_CHECKING:
    from rulekit import Match

level_option = click.option(
    "--level",
    type=click.Choice(LEVELS),
    default="story",
    show_default=True,
    help="How much: new owners, scores and results; the story; each change with it; the journal, row by row.",
)
seat_option = click.option(
    "--seat", metavar="N|NAME", help="As the player in this seat may hear it; normally the whole truth."
)


def reader_of(match: Match, asked: str | None, lang: str) -> str:
    """The player whom `--seat` names by the number of the seat or by their name; without it "", the whole truth. Raises UserError
    for somebody who does not sit here."""
    if asked is None:
        return ""
    names = match.view(None, lang=lang).players
    for number, (player, name) in enumerate(zip(match.players, names, strict=True), 1):
        if asked.casefold() in (str(number), player.casefold(), name.casefold()):
            return player
    sit = ", ".join(f"{number} {name}" for number, name in enumerate(names, 1))
    raise UserError(f"there is no seat {asked}", f"at the table: {sit}")


def was_given(option: str) -> bool:
    """Whether an option of the command that is being carried out was written, and does not only have its usual value."""
    source = click.get_current_context().get_parameter_source(option)
    return source is not click.core.ParameterSource.DEFAULT
