"""The command ``rulekit``. A command's module is imported when it is asked for: ``rulekit --help`` loads no engine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import click

from rulekit.version import __version__

COMMANDS = {
    "play": ("rulekit.cli.commands.play:play", "Play a game, against bots or with friends at one keyboard."),
    "options": (
        "rulekit.cli.commands.options:options",
        "Show what can be chosen before a game begins, and its variants.",
    ),
    "serve": ("rulekit.cli.commands.serve:serve", "Serve tables in the browser."),
    "check": ("rulekit.cli.commands.check:check", "Show every mistake in the files of games and variants."),
    "lint": ("rulekit.cli.commands.lint:lint", "Show what is declared and never used, or never reached."),
    "explain": ("rulekit.cli.commands.explain:explain", "Tell the longer story of a message, by its code."),
    "show": ("rulekit.cli.commands.show:show", "Show what the engine makes of a rule, from its reading to C."),
    "fmt": ("rulekit.cli.commands.fmt:fmt", "Write rule files in one layout."),
    "test": ("rulekit.cli.commands.rule_tests:test", "Run the rule tests of games."),
    "coverage": ("rulekit.cli.commands.coverage:coverage", "Show which clauses and rule lines the tests reach."),
    "diff": ("rulekit.cli.commands.diff:diff", "Show what variants change in a game."),
    "try": ("rulekit.cli.commands.try_rule:try_", "Try a variant in play, and tell what no check can see."),
    "arena": ("rulekit.cli.commands.arena:arena", "Let bots play against each other, and tell who is stronger."),
    "simulate": (
        "rulekit.cli.commands.simulate:simulate",
        "Play a game many times by bots, and tell what happens in it.",
    ),
    "sweep": ("rulekit.cli.commands.sweep:sweep", "Play a game with each value of a setting, and tell what moves."),
    "tune": ("rulekit.cli.commands.tune:tune", "Find the value of a setting that comes nearest to a goal."),
    "bench": ("rulekit.cli.commands.bench:bench", "Measure how fast a game is played at random."),
    "board": ("rulekit.cli.commands.board:board", "Show the board of a game, as text or as SVG."),
    "rulebook": (
        "rulekit.cli.commands.rulebook:rulebook",
        "Make the rulebook of a game: one page, from the rules themselves.",
    ),
    "perft": ("rulekit.cli.commands.perft:perft", "Count the ways to go on from a position, so many decisions deep."),
    "replay": ("rulekit.cli.commands.replay:replay", "Tell a saved game again, or verify it."),
    "new": ("rulekit.cli.commands.new:new", "Begin a game of your own with a skeleton that works."),
    "log": ("rulekit.cli.commands.log:log", "Tell what happened in a saved game, and why."),
    "plugins": ("rulekit.cli.commands.plugins:plugins", "Show what is installed, and what each plugin gives."),
    "doctor": (
        "rulekit.cli.commands.doctor:doctor",
        "Look what works on this machine, and tell how to get what is missing.",
    ),
}
"""name: (where it is, what the overview says about it). The overview must not import the commands to describe them."""


class Commands(click.Group):
    """The group of all commands. Mistakes of the user end in one clear message, never in a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which people meet them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports the command, or gives None for a name that is not one."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As in click, with the nearest names for one that does not exist."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from rulekit.nearest import nearest

            ctx.fail(f"there is no command {args[0]!r}: {nearest(args[0], COMMANDS, 'the commands are')}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The overview, from the table above."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def main(self, *args: Any, **extra: Any) -> Any:
        """Runs a command and ends the process with its exit code; with ``standalone_mode=False`` click's own way."""
        run: Callable[..., Any] = super().main
        if not extra.pop("standalone_mode", True):
            return run(*args, standalone_mode=False, **extra)
        from rulekit.cli.errors import guarded
        from rulekit.i18n.locale import speak_as

        said = extra.get("args", args[0] if args else None)
        speak_as(sys.argv[1:] if said is None else list(said))
        sys.exit(guarded(lambda: run(*args, standalone_mode=False, **extra)))


@click.command("rulekit", cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="rulekit %(version)s")
@click.option(
    "--plugin", multiple=True, metavar="NAME", help="Load a plugin that is not installed: a module or a file."
)
def main(plugin: tuple[str, ...] = ()) -> None:
    """Rulekit plays board wargames whose rules are written in words.

    GAME is a folder with rule files, or the name of an installed game.
    """
    if plugin:
        import os

        from rulekit.plugins.manager import NAMED

        os.environ[NAMED] = os.pathsep.join(filter(None, [os.environ.get(NAMED, ""), *plugin]))
