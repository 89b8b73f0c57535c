"""An image made runnable: its two modules as functions, devices bound to their numbers in the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulekit.devices import Setting
from rulekit.diagnostics import UserError
from rulekit.image import Image
from rulekit.runtime.chance import drawer
from rulekit.runtime.prelude import namespace

Step = Callable[..., Any]


class Machine:
    """``quiet`` and ``told`` are the namespaces of the module without and with a journal (the second made when needed)."""

    def __init__(self, image: Image, devices: Mapping[str, Any], words: Mapping[str, Any] | None = None) -> None:
        """``words``: more functions that the modules may call (of rule tests and of coverage)."""
        self.image, self._words = image, dict(words or {})
        self._devices = devices
        self._told: dict[str, Any] | None = None
        self.quiet = self._load("quiet", image.quiet)
        self.quiet_steps: tuple[Step, ...] = self.quiet["STEPS"]

    @property
    def told(self) -> dict[str, Any]:
        if self._told is None:
            self._told = self._load("told", self.image.told)
        return self._told

    @property
    def told_steps(self) -> tuple[Step, ...]:
        return self.told["STEPS"]  # type: ignore[no-any-return]

    def _load(self, name: str, source: str) -> dict[str, Any]:
        space = {**namespace(), **self._words}
        for python, (device, function) in self.image.bound.items():
            space[python] = self.device(device, name != "quiet")[function]
        exec(compile(source, f"<{self.image.name} {name}>", "exec"), space)
        return space

    def device(self, name: str, watched: bool = True) -> Mapping[str, Callable[..., Any]]:
        """The functions of a device, bound to this image's layout."""
        found = self._devices.get(name)
        if found is None:
            raise UserError(f"the plugin that brings {name} is not installed")
        image = self.image
        layout = image.devices[name]
        stream = layout["stream"]
        setting = Setting(
            tokens=tuple(t["name"] for t in image.tokens),
            parameters=dict(layout["parameters"]),
            stores=tuple(tuple(x) for x in layout["stores"]),
            draw=drawer(stream),
            tape=layout["tape"],
            stream=stream,
            watched=watched,
        )
        return found.bind(setting)  # type: ignore[no-any-return]
