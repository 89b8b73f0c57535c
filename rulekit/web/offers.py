"""What can be played on a server: its games, and what can be chosen before one begins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated

import msgspec
from anyio.to_thread import run_sync
from starlette.requests import Request

from rulekit.bots import find_bots
from rulekit.diagnostics import RulesError, UserError
from rulekit.languages import own
from rulekit.web.at_seat import registry_of, setting_of
from rulekit.web.catalogue import Catalogue
from rulekit.web.requests import RequestQuery, Said, answers, language, query, read_query, refuses
from rulekit.web.table_answers import GameOffer, Offers, OptionOffer, VariantOffer


class OfferQuery(RequestQuery):
    game: Annotated[Said, msgspec.Meta(description="the name of a game")] = ""
    variants: Annotated[Said, msgspec.Meta(description="names of variants, with a comma between them")] = ""


@refuses(422)
@answers
async def games(request: Request) -> Offers:
    """What can be played: games with their players, options, variants, and the bots at hand."""
    registry, lang = registry_of(request), language(request)
    offers, faulty = await run_sync(_offers, registry.catalogue, lang)
    return Offers(
        offers, faulty, sorted(find_bots()), request.app.state.uploads.allowed, bool(request.app.state.password)
    )


@refuses(422)
@query(OfferQuery)
@answers
async def offer(request: Request) -> GameOffer:
    """What can be chosen before a game begins over which variants are laid: they add options, or change how many play."""
    asked = read_query(request, OfferQuery)
    variants = [name for name in asked.variants.split(",") if name]
    work = partial(_offer, registry_of(request).catalogue, asked.game, language(request), variants)
    return await (setting_of(request).run(request, work) if variants else run_sync(work))


def _offers(catalogue: Catalogue, lang: str) -> tuple[list[GameOffer], list[str]]:
    """What can be played, and the names of games with mistakes."""
    out, faulty = [], []
    for name in catalogue.folders:
        try:
            out.append(_offer(catalogue, name, lang))
        except (UserError, RulesError):  # the log says which: see `Catalogue.warm`
            faulty.append(name)
    return out, faulty


def _offer(catalogue: Catalogue, name: str, lang: str, variants: Sequence[str] = ()) -> GameOffer:
    """A game as its variants leave it. Raises UserError for what there is not, RulesError for what does not go together."""
    game = catalogue.load(name, variants)
    return GameOffer(
        name=name,
        title=own(game.names, lang) or game.title,
        players=(game.fewest, game.most),
        usual=game.usual,
        seats={str(n): [game.said(name, lang) for name in names[:n]] for n, names in game.seatings.items()},
        options=[
            OptionOffer(
                name=o.name,
                text=game.said(o.text, lang),
                sort=o.sort,
                values=o.values,
                labels=[game.said(value, lang) for value in o.values],
                default=o.default,
            )
            for o in game.options.values()
        ],
        variants=[
            VariantOffer(
                variant,
                catalogue.about_variants.title(path, lang) or variant.replace("_", " "),
                catalogue.about_variants.note(game, path, lang),
            )
            for variant, path in catalogue.variants(name).items()
        ],
        ticked=catalogue.ticked(name),
        chapters=game.chapters,
    )
