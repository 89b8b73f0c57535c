"""``rulekit log``: what happened in a saved game, and why."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import rulekit
from rulekit.cli.commands.replay import files_of
from rulekit.cli.screen import Screen
from rulekit.cli.told_options import level_option, reader_of, seat_option, was_given
from rulekit.explain.quotes import bare
from rulekit.tabletop import save_files
from rulekit.tabletop.story_page import story_page
from rulekit.tabletop.texts import Texts, choose_language

if TYPE_CHECKING:
    from rulekit.explain.causes import Cause
    from rulekit.runtime.narrative.sentence import Level


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--causes", "with_causes", is_flag=True, help="The rules behind each change, and the values they worked with."
)
@level_option
@seat_option
@click.option("--from", "first", type=click.IntRange(min=1), metavar="N", help="Begin with decision N.")
@click.option("--to", "to", type=click.IntRange(min=0), metavar="N", help="Stop after N decisions.")
@click.option(
    "--last", type=click.IntRange(min=1), metavar="N", help="Only the last N decisions, of all or up to --to."
)
@click.option("--game", metavar="GAME", help="The rules, if they do not lie where they were when the game was saved.")
@click.option("--variant", "variants", multiple=True, metavar="FILE", help="A variant, likewise.")
@click.option("--lang", metavar="LANG", help="en, zh-Hans, zh-Hant or another language that the game speaks.")
@click.option("--plain", is_flag=True, help="No colours and no boxes.")
def log(
    file: Path, with_causes: bool, level: Level, seat: str | None, first: int | None, to: int | None, last: int | None,
    game: str | None, variants: tuple[str, ...], lang: str | None, plain: bool,
) -> int:  # fmt: skip
    """Tell what happened in a saved game, or in a part of it.

    --level headline tells in each chapter only what changed owner, scores and results; ledger every change with the rule line
    that made it. This shows everything, also what was secret; with --seat what one player may hear.

    With --causes every change, and below each the rule line with file, number and clauses, the values that it worked with, and
    the conditions that were asked on the way, with their answers. That is much of a long game: --last 5 tells the last five
    decisions, --from 20 --to 22 those in the middle.
    """
    if first is not None and last is not None:
        raise click.UsageError("--from and --last both say where to begin; leave one out")
    if with_causes and (was_given("level") or seat is not None):
        raise click.UsageError("--causes tells every change, and the whole truth; leave out --level and --seat")
    saved = save_files.read(file)
    folder, files = files_of(file, saved, game, variants)
    rules = rulekit.load(folder, files)
    texts, screen = choose_language(lang, rules.names).of(folder, files), Screen(plain)
    if not with_causes:
        match = rules.replay(saved, to=to)
        since = _since(match.decided, first, last)
        before = rules.replay(saved, to=since) if since else None
        since = before.happened if before is not None else 0
        screen.draw(story_page(texts, match, reader_of(match, seat, texts.lang), since, level), texts)
        return 0
    from rulekit.explain.causes import causes
    from rulekit.runtime.persistence import schema

    rules.replay(saved, to=0)  # raises what is wrong with the save, or with the rules of today for it
    made = schema.read(rules, saved).decided
    decided = min(to, made) if to is not None else made
    for cause in causes(folder, files, saved, _since(decided, first, last), to, texts.lang):
        _tell(screen, texts, cause)
    return 0


def _since(decided: int, first: int | None, last: int | None) -> int:
    """The number of decisions to skip. The set-up belongs to the first decision."""
    if first is not None and first > decided:
        raise click.UsageError(f"there is no decision {first} there: {decided} were made")
    return first - 1 if first is not None else max(0, decided - last) if last is not None else 0


def _tell(screen: Screen, texts: Texts, cause: Cause) -> None:
    text = cause.entry.text(texts.lang, viewer="")
    if not text:
        return
    screen.line(text)
    clauses = f"  [{', '.join(cause.entry.clauses)}]" if cause.entry.clauses else ""
    screen.line(f"    {cause.entry.rule}  {texts.quoting.row(cause.text)}{clauses}", "dim")
    if cause.values:
        screen.line(f"        {texts.list(map(texts.quoting.value, cause.values))}", "dim")
    for asked in cause.asked:
        answer = texts("holds" if asked.answer else "holds_not")
        screen.line(f"      {asked.rule}  {texts.quoting.row(bare(asked.text))}{texts.colon}{answer}", "dim")
