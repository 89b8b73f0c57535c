"""The server: the API, the pages, and what happens to mistakes. Started by ``rulekit serve``."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette_compress import CompressMiddleware, remove_compress_type

from rulekit.diagnostics import RulesError, UserError
from rulekit.i18n import findings
from rulekit.i18n.errors import said, translated
from rulekit.i18n.outcomes import outcome
from rulekit.plugins.senders import Sender
from rulekit.runtime.failures import Refused, RuleFailure
from rulekit.web.answers import Error, Problem
from rulekit.web.at_seat import QueueName
from rulekit.web.building import BuildWorker
from rulekit.web.catalogue import Catalogue
from rulekit.web.causes import CauseFinder
from rulekit.web.database import FilesGone, without_password
from rulekit.web.decoding import convert
from rulekit.web.fair_queue import FairQueue
from rulekit.web.memory import trim
from rulekit.web.notices import Postman
from rulekit.web.overtime import look_at_clocks, remember_clocked
from rulekit.web.pubsub import listen
from rulekit.web.registry import GameRegistry, NotBegun
from rulekit.web.requests import language
from rulekit.web.responses import refusal
from rulekit.web.routes import ROUTES
from rulekit.web.security import LOG, RateLimit, SecurityMiddleware, request_line
from rulekit.web.server_paths import without_folders
from rulekit.web.session import StaleState
from rulekit.web.static_files import ScriptFiles
from rulekit.web.store import GameStore
from rulekit.web.uploads import FaultyRules, Uploads

STATIC = Path(__file__).with_name("static")
CLOCK = 10.0
"""Seconds between two looks at the clocks of the games"""
RATE = 50
COSTLY = 1 / RATE
"""How many of the requests of one address may be costly"""
OPEN = 10
"""How many requests of one address may be open at once, for each that it may make in a second: a page holds one open for news"""
QUEUES: Mapping[QueueName, tuple[int, int]] = {"slow": (1, 1), "trying": (1, 1), "drawing": (2, 1)}
"""For each queue of slow work: so many requests are worked on at once, and of one address"""
SET_AT_ONCE, SET_OF_ONE = 4, 2
"""So many tables are set at once, and of one address: rules are read and compiled for them, and house rules are checked"""
MOST_GAMES = 100_000
PAGE_LANGUAGES = ("en", "zh-Hans")
remove_compress_type("text/event-stream")  # a page holds one open: a compressor for each would take memory


def create_app(
    folders: Mapping[str, Path],
    url: str,
    public: str | None = None,
    most_games: int = MOST_GAMES,
    senders: Mapping[str, Sender] | None = None,
    uploads: bool = True,
    rate: int = RATE,
    hosts: Sequence[str] = (),
    password: str = "",
    variants: Mapping[str, Sequence[Path]] | None = None,
) -> Starlette:
    """``folders``: the games by name; ``url``: the database; ``public``: the address under which people reach the server.

    ``senders``: the ways to tell people that it is their turn; ``uploads``: whether they may send house rules; ``rate``:
    requests a second that one address may make, for long (four times as many at once); ``hosts``: names under which the server
    may be reached, beside ``public``, ``localhost`` and addresses in numbers; ``password``: needed to set a table;
    ``variants``: those by game that are ticked when a table is set.
    """
    building = BuildWorker()
    catalogue = Catalogue(folders, building.build, dict(variants or {}))
    registry = GameRegistry(GameStore(url), catalogue, dict(senders or {}), public or "")
    postman = Postman(registry.side, registry.turn, registry.senders)
    ended = threading.Event()
    files = ScriptFiles(STATIC)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        LOG.info("serves %s; tables in %s", ", ".join(folders), without_password(url))
        registry.feed.listen(asyncio.get_running_loop())
        app.state.queues = {name: FairQueue(*limits) for name, limits in QUEUES.items()}
        app.state.setting = FairQueue(SET_AT_ONCE, SET_OF_ONE)
        threading.Thread(target=registry.catalogue.warm, args=(PAGE_LANGUAGES,), daemon=True).start()
        threading.Thread(target=files.compress, daemon=True).start()
        threading.Thread(target=_mind_clocks, args=(registry, ended), daemon=True).start()
        registry.bots.begin()
        postman.start()
        listen(registry.store, registry.feed.changed, registry.feed.wake_all, ended)
        yield
        ended.set()
        postman.stop()
        registry.bots.stop()
        building.stop()
        app.state.causes.stop()
        registry.store.close()
        LOG.info("stopped")

    app = Starlette(
        routes=[
            Route("/", partial(_page, "lobby.html")),
            Route("/games/{game:id}/{seat:number}", partial(_page, "table.html")),
            Route("/games/{game:id}/host", partial(_page, "host.html")),
            Route("/join/{token}", partial(_page, "join.html")),
            *ROUTES,
            Mount("/static", files),
        ],
        middleware=[
            Middleware(
                SecurityMiddleware,
                public=public,
                hosts=[name.lower() for name in hosts],
                rate=RateLimit(rate, 4 * rate),
                costly=RateLimit(rate * COSTLY, 60 * rate * COSTLY),
                most_open=OPEN * rate,
            ),
            Middleware(CompressMiddleware, minimum_size=1024, zstd=False, brotli_quality=5, gzip_level=5),
        ],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
    )
    app.state.registry, app.state.public, app.state.most_games = registry, public, most_games
    app.state.causes, app.state.files = CauseFinder(), files
    app.state.uploads, app.state.password = Uploads(uploads), password
    return app


def _mind_clocks(registry: GameRegistry, ended: threading.Event) -> None:
    remembered = False
    while True:
        try:
            if not remembered:
                remember_clocked(registry)
                remembered = True
            look_at_clocks(registry)
            registry.forget_idle()
            trim()
        except Exception:  # a database that is away for a moment: the next look is made all the same
            LOG.exception("the clocks were not looked at")
        if ended.wait(CLOCK):
            return


async def _page(name: str, request: Request) -> Response:
    return _files(request).page(name)


def _files(request: Request) -> ScriptFiles:
    files = request.app.state.files
    assert isinstance(files, ScriptFiles)
    return files


# ---------------------------------------------------------------- mistakes
def _refused(
    status: int, code: str, text: str = "", level: int = logging.DEBUG
) -> Callable[[Request, Exception], Response]:
    """``text``: what is said instead of the error's own words."""

    def handler(request: Request, error: Exception) -> Response:
        LOG.log(level, "%s: %d %s: %s", request_line(request.scope), status, code, error)
        lang = language(request)

        def bare(text: str) -> str:
            return without_folders(text, request.app.state.registry.catalogue.folders.values())

        told = bare(_told(error, text, lang))
        return refusal(status, Error(code=code, error=told, diagnostics=_problems(error, lang, bare)))

    return handler


def _told(error: Exception, text: str, lang: str) -> str:
    if isinstance(error, UserError):
        return said(error, lang)
    return outcome(error.told(lang), lang) if isinstance(error, RuleFailure) else translated(text or str(error), lang)


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and not request.url.path.startswith(("/api/", "/static/")):
        return _files(request).page("lost.html", 404)
    return refusal(error.status_code, Error(code="http", error=translated(error.detail, language(request))))


def _problems(error: Exception, lang: str, bare: Callable[[str], str]) -> list[Problem]:
    if isinstance(error, FaultyRules):
        return convert(
            error.findings, list[Problem], from_attributes=True
        )  # told in the language of the request already
    if not isinstance(error, RulesError):
        return []
    return [
        Problem(
            code=d.code,
            message=bare(findings.translated(d.message, lang)),
            file=bare(d.span.file),
            line=d.span.line,
            column=d.span.column,
        )
        for d in error.diagnostics
    ]


GONE = (
    "the files of the database were removed while the server ran: put them back and start it again; nothing was stored"
)
FAULTY = "these rules hold mistakes"
HANDLERS = {
    HTTPException: _http,
    StaleState: _refused(409, "stale", "the game has gone on: look again"),
    NotBegun: _refused(409, "not_begun", "the game begins when each person has added something to its luck"),
    Refused: _refused(422, "refused"),
    RulesError: _refused(422, "rules", FAULTY),
    FaultyRules: _refused(422, "rules", FAULTY),
    UserError: _refused(422, "user"),
    RuleFailure: _refused(422, "failure", level=logging.WARNING),
    FilesGone: _refused(503, "files_gone", GONE, logging.ERROR),
    SQLAlchemyError: _refused(503, "storage", "this could not be stored: try again", logging.ERROR),
}
