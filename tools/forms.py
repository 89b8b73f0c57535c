"""Prints functions of a compiled game as the passes see them: ``python -m tools.forms GAME FORM [FUNCTION]...``.

FORM is a form of :class:`rulekit.compiler.pipeline.Forms`: whole, cut, journaled, plain, fast, playout, native or explain.
Without a function it lists those that the form has. ``--players N`` and ``--variant FILE`` say which game it is.
"""

from __future__ import annotations

from pathlib import Path

import click

from rulekit.compiler.build import default_setup, lowered
from rulekit.compiler.emit.text import function_text
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.pipeline import Forms
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins

FORMS = ("whole", "cut", "journaled", "plain", "fast", "playout", "native", "explain")


@click.command()
@click.argument("game", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("form", type=click.Choice(FORMS))
@click.argument("functions", nargs=-1)
@click.option("--players", type=int, help="How many play; otherwise the fewest that can.")
@click.option("--variant", "variants", multiple=True, type=click.Path(exists=True, path_type=Path))
def main(game: Path, form: str, functions: tuple[str, ...], players: int | None, variants: tuple[Path, ...]) -> None:
    program = read_program(game, find_plugins().devices, list(variants))
    if errors := [found for found in program.found if found.severity == "error"]:
        raise click.ClickException(f"rulekit check {game} finds {len(errors)} mistakes: correct them first")
    module: ir.Module = getattr(Forms(lowered(program, default_setup(program, players))), form)
    for name in functions:
        if name not in module.functions:
            raise click.ClickException(f"the form {form} has no function {name}; without one, all are listed")
        click.echo(f"{function_text(module, name)}\n")
    if not functions:
        for function in module.functions.values():
            click.echo(f"{function.sort:8} {function.name}")


if __name__ == "__main__":
    main()
