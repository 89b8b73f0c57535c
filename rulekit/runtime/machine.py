"""An image made runnable: its two modules as functions, devices bound to their numbers in the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulekit.devices import Native, Setting
from rulekit.diagnostics import UserError
from rulekit.image import Image
from rulekit.runtime.chance import drawer
from rulekit.runtime.playout import Plays
from rulekit.runtime.prelude import namespace

if TYPE_CHECKING:
    from rulekit.runtime.native_playout import NativePlayout

Step = Callable[..., Any]


class Machine:
    """The namespaces of the modules, each made when it is first needed.

    ``told`` writes a journal; ``quiet`` does not, and holds what is asked beside the course of play (prompts, refusals);
    ``quick`` is ``quiet`` made fast. Steps and questions have the same numbers in all of them.
    ``plays`` has the steps for playouts, which carry out whole deeds.
    """

    def __init__(
        self,
        image: Image,
        devices: Mapping[str, Any],
        words: Mapping[str, Any] | None = None,
        quicken: Callable[[str], str] | None = None,
    ) -> None:
        """``words``: more functions that the modules may call (of rule tests and of coverage).

        ``quicken`` makes a module fast.
        """
        self.image, self._words, self._quicken = image, dict(words or {}), quicken
        self._devices = devices
        self.native: NativePlayout | None = None
        """Plays playouts in a library in C, when somebody has had it made (see :mod:`rulekit.native`)."""

    @cached_property
    def quiet(self) -> dict[str, Any]:
        return self._load("quiet", self.image.quiet)

    @cached_property
    def quick(self) -> dict[str, Any]:
        return self.quiet if self._quicken is None else self._load("quick", self._quicken(self.image.quiet))

    @cached_property
    def plays(self) -> Plays | None:
        """None where playouts go step by step as well."""
        if self._quicken is None or not self.image.straight:
            return None
        space = self._load("straight", self._quicken(self.image.straight))
        return Plays(space["STEPS"], space.get("fresh"))

    @cached_property
    def told(self) -> dict[str, Any]:
        return self._load("told", self.image.told)

    @property
    def quick_steps(self) -> tuple[Step, ...]:
        steps: tuple[Step, ...] = self.quick["STEPS"]
        return steps

    @property
    def told_steps(self) -> tuple[Step, ...]:
        steps: tuple[Step, ...] = self.told["STEPS"]
        return steps

    def _load(self, name: str, source: str) -> dict[str, Any]:
        space = {**namespace(), **self._words}
        for python, (device, function) in self.image.bound.items():
            space[python] = self.device(device, name == "told")[function]
        exec(compile(source, f"<{self.image.name} {name}>", "exec"), space)
        return space

    def device(self, name: str, watched: bool = True) -> Mapping[str, Callable[..., Any]]:
        """The functions of a device, bound to this image's layout."""
        bound: Mapping[str, Callable[..., Any]] = self._found(name).bind(self._setting(name, watched))
        return bound

    def native_devices(self) -> dict[str, Native]:
        """What the devices of this image say of themselves in C, those that do."""
        found = {name: self._found(name).native(self._setting(name, False)) for name in self.image.devices}
        return {name: native for name, native in found.items() if native is not None}

    def _found(self, name: str) -> Any:
        if name not in self._devices:
            raise UserError(f"the plugin that brings {name} is not installed")
        return self._devices[name]

    def _setting(self, name: str, watched: bool) -> Setting:
        image = self.image
        layout = image.devices[name]
        stream = layout["stream"]
        return Setting(
            tokens=tuple(t["name"] for t in image.tokens),
            parameters=dict(layout["parameters"]),
            stores=tuple(tuple(x) for x in layout["stores"]),
            draw=drawer(stream),
            tape=layout["tape"],
            stream=stream,
            watched=watched,
        )
