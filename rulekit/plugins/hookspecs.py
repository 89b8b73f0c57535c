"""The hooks: everything that a plugin can bring. Few and stable; the docstrings here are their documentation.

A plugin is an installed package with an entry point in the group ``rulekit``, or a module that the user names. Nothing else
is ever loaded: a game folder that somebody downloaded cannot bring Python code.

Each docstring says what the hook is for, what it takes and gives, when it is called, and shows a module that implements it;
``docs/plugins.md`` says the same at length. The tests run these modules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pluggy

from rulekit.plugins.devices import Device
from rulekit.plugins.senders import Sender

hookspec = pluggy.HookspecMarker("rulekit")
hookimpl = pluggy.HookimplMarker("rulekit")


@hookspec
def rulekit_devices() -> Iterable[Device]:
    """Devices: pieces of equipment with stores of counted pieces and chance of their own (:mod:`rulekit.plugins.devices`).

    Takes:
        nothing.

    Gives:
        the devices. A game takes one up with ``uses plugin NAME``, NAME being the device's name; its words can then be said
        in that game's rules. Of two devices with the same name that of the plugin whose own name comes later prevails.

    Called:
        once whenever plugins are looked for: when a game is loaded, checked or tested. A device that no game takes up is
        asked for nothing.

    Example::

        from rulekit.plugins.devices import Word
        from rulekit.plugins.hookspecs import hookimpl

        class Wheel:
            name, doc, parameters = "wheel", "A wheel that takes every other piece.", ()
            words = (Word("spin {a:place} over {b:place}", "spin", "spin basket over crate", chance=True),)

            def stores(self, parameters):
                return []

            def bind(self, setting):
                def spin(s, z, a, b):
                    off = [setting.below(s, n + 1) for n in setting.lying(s, a)]
                    rest = [n - k for n, k in zip(setting.lying(s, a, b), off)]
                    setting.spread(s, (a, b), (a, off), (b, rest))

                return {"spin": spin}

        @hookimpl
        def rulekit_devices():
            return [Wheel()]
    """
    raise NotImplementedError


@hookspec
def rulekit_games() -> Iterable[tuple[str, Path]]:
    """Games: so that ``rulekit play NAME`` finds a game that came with a package.

    Takes:
        nothing.

    Gives:
        pairs of a name and a folder with rule files. A game of a plugin goes before one that came with rulekit.

    Called:
        once whenever a command is given a name and not a folder.

    Example::

        from pathlib import Path
        from rulekit.plugins.hookspecs import hookimpl

        @hookimpl
        def rulekit_games():
            return [("market-day", Path(__file__).with_name("market_day"))]
    """
    raise NotImplementedError


@hookspec
def rulekit_variants() -> Iterable[tuple[str, Path]]:
    """Variants: new cards and rules for a game that is there already, found by name.

    Takes:
        nothing.

    Gives:
        pairs of a name and a variant: a file with rules, or a folder of such files. What the variant says first, ``variant ...
        of GAME``, tells which game it is for. A variant in the game's own folder goes before one with the same name.

    Called:
        once whenever a command is given the name of a variant that is neither a file nor in the game's folder,
        ``rulekit play GAME --variant NAME``, or lists the variants of a game: ``rulekit options GAME``, the lobby of
        ``rulekit serve``.

    Example::

        from pathlib import Path
        from rulekit.plugins.hookspecs import hookimpl

        @hookimpl
        def rulekit_variants():
            return [("windy", Path(__file__).with_name("windy.rules"))]
    """
    raise NotImplementedError


@hookspec
def rulekit_senders() -> Iterable[tuple[str, Sender]]:
    """Senders: how people are told, outside of the page, that it is their turn at a table of ``rulekit serve``.

    Takes:
        nothing.

    Gives:
        pairs of a name and an object with ``check(address)``, which gives the address as it is used and raises UserError for
        a wrong one, and ``send(address, turns)``, which sends one notice of all these turns, each with a ``title``, a
        ``player`` and a ``link``; it raises OSError when it could not be sent, and is then called again later.

    Called:
        the hook once when the server starts; ``check`` when somebody enters an address, ``send`` in a thread of its own.

    Example::

        from rulekit.plugins.hookspecs import hookimpl

        class Board:
            def check(self, address):
                return address.strip()

            def send(self, address, turns):
                with open("turns.txt", "a", encoding="utf-8") as file:
                    for turn in turns:
                        file.write(f"{address}: {turn.player} in {turn.title}, {turn.link}\\n")

        @hookimpl
        def rulekit_senders():
            return [("board", Board())]
    """
    raise NotImplementedError


@hookspec
def rulekit_bots() -> Iterable[tuple[str, Callable[..., object]]]:
    """Bots: somebody to sit in a seat where no person does.

    Takes:
        nothing.

    Gives:
        pairs of a name and a callable ``seat -> an option, or its index``. The seat (:class:`rulekit.bots.Seat`) holds what
        the player in it may know, ``seat.decision`` and ``seat.view()``; chance of its own, ``seat.rng``; and for searches
        ``seat.determinised(seed)``, a match in which all that they may not know is drawn anew.

    Called:
        the hook once when seats are given out (``rulekit play GAME --seat 2=NAME``); the bot at each of its decisions.

    Example::

        from rulekit.plugins.hookspecs import hookimpl

        def patient(seat):
            \"\"\"Always the last that is offered.\"\"\"
            return seat.options[-1]

        @hookimpl
        def rulekit_bots():
            return [("patient", patient)]
    """
    raise NotImplementedError
