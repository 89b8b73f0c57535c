"""What the shell offers on the Tab key: games and variants by name, and the files that go as well."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Installed games, and folders."""
    from rulekit.installed import installed_games

    names = _quiet(installed_games)
    return [*_beginning(names, incomplete), CompletionItem(incomplete, type="dir")]


def complete_variant(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The variants of the game that was typed before, and files."""
    return [*_beginning(_quiet(lambda: _variants(ctx)), incomplete), CompletionItem(incomplete, type="file")]


def _variants(ctx: click.Context) -> Iterable[str]:
    from rulekit.files import own_variants
    from rulekit.installed import find_game

    named = ctx.params.get("games") or ctx.args  # an option without its value leaves arguments unread
    said = ctx.params.get("game") or next(iter(named), "")
    return list(own_variants(find_game(str(said))))


def _quiet(names: Callable[[], Iterable[str]]) -> Iterable[str]:
    """Suppresses all errors, which would be printed into the line being typed."""
    try:
        return list(names())
    except Exception:
        return ()


def _beginning(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
