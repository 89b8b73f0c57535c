"""Options that several commands have, each with one meaning and one help text."""

from __future__ import annotations

from collections.abc import Callable

import click

from rulekit.cli.completion import complete_variant
from rulekit.cli.output import say
from rulekit.i18n.catalogue import LANGUAGES
from rulekit.i18n.locale import locale, standard
from rulekit.languages import NEAR
from rulekit.tabletop.texts import Texts, language_among

AUTHORS = ("en", "zh-Hans")
"""The languages of what is said to authors and researchers"""


def spoken(*languages: str) -> Callable[[click.Context, click.Parameter, str | None], str | None]:
    """For the option `--lang` of a command that speaks only these languages: of the others that games are played in it says
    which one it takes instead."""

    def among(context: click.Context, parameter: click.Parameter, asked: str | None) -> str | None:
        if asked is None:  # that of the terminal
            return None
        lang = language_among(asked, [*dict.fromkeys([*languages, *LANGUAGES])])
        if lang in languages:
            return lang
        near = NEAR.get(lang, "en")
        texts = Texts(lang)
        said, instead = (texts("languages").split("/")[LANGUAGES.index(one)] for one in (lang, near))
        say(texts("otherwise_in", asked=said, lang=instead), err=True)
        return near

    return among


def chosen_language(asked: str | None) -> str:
    """What :data:`language_option` asks for; without it that of the terminal, or the one that its readers read instead."""
    if asked is not None:
        return asked
    found = standard(locale())
    found = NEAR.get(found, found)
    return found if found in AUTHORS else "en"


variant_option = click.option(
    "--variant", "variants", multiple=True, shell_complete=complete_variant, metavar="FILE",
    help="A variant to be laid over the game.",
)  # fmt: skip
settings_option = click.option(
    "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the game."
)
players_option = click.option(
    "--players", type=click.IntRange(min=1), help="How many sit at the table; normally as the rules say."
)
seed_option = click.option(
    "--seed", default=1, show_default=True, type=click.IntRange(min=0), help="Seed of the first games."
)
bots_option = click.option(
    "--bots", default="random", show_default=True, metavar="A,B,...", help="Who plays, with commas between them."
)
resume_option = click.option("--resume", is_flag=True, help="Go on where an interrupted run of the same games stopped.")
language_option = click.option(
    "--lang", metavar="LANG", callback=spoken(*AUTHORS), help="en or zh; normally that of the terminal."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Write the result as one JSON object.")
