"""``rulekit show``: a rule at each stage of its way from text to code."""

from __future__ import annotations

import click

from rulekit.cli.completion import complete_game
from rulekit.cli.options import variant_option
from rulekit.cli.output import say
from rulekit.inspection.forms import FORMS, VIEWS
from rulekit.installed import find_game, find_variants


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.argument("what", required=False)
@click.option(
    "--as",
    "view",
    type=click.Choice(VIEWS),
    default="reading",
    show_default=True,
    help="The phrases it was read as, the typed tree, the intermediate form, or the code.",
)
@click.option(
    "--form",
    type=click.Choice(FORMS["ir"]),
    help="The form of the code; normally whole for ir, plain for python, native for c.",
)
@click.option("--until", metavar="PASS", help="The intermediate form as this pass has left it; the first is lowering.")
@click.option("--players", type=click.IntRange(min=1), help="How many play; normally the fewest that can.")
@variant_option
def show(
    game: str,
    what: str | None,
    view: str,
    form: str | None,
    until: str | None,
    players: int | None,
    variants: tuple[str, ...],
) -> None:
    """Show what the engine makes of a rule, for people who change the engine.

    WHAT is the name of a rule or of a function, a place FILE:LINE, or a sentence of the rules. Code is shown of the whole
    rule. Without WHAT all rules are listed with their functions; with code, all functions are shown.
    """
    if form is not None and view not in FORMS:
        raise click.UsageError(f"a {view} has no forms: --form goes with --as {', '.join(FORMS)}")
    if form is not None and form not in FORMS[view]:
        raise click.UsageError(f"the form {form} is not printed as {view}: {', '.join(FORMS[view])}")
    if until is not None and view != "ir":
        raise click.UsageError("--until shows the intermediate form: it goes with --as ir")
    from rulekit.inspection.show import show as shown

    folder = find_game(game)
    say(shown(folder, find_variants(folder, variants), what, view, form, until, players))
