"""Loads the modules of an image, and binds devices to their numbers in the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from types import CodeType
from typing import TYPE_CHECKING, Protocol

from rulekit.diagnostics import UserError
from rulekit.image import DeviceFunction, Image, NativeForm, PythonForm
from rulekit.plugins.devices import Device, Native, NativeDevice, Setting
from rulekit.runtime.chance import drawer
from rulekit.runtime.prelude import namespace
from rulekit.runtime.protocols import Namespace, Step
from rulekit.runtime.redaction import WORDS
from rulekit.runtime.work import Work

if TYPE_CHECKING:
    from rulekit.runtime.native_library import NativeLibrary


KEPT = 8
"""So many modules stay compiled: those of some games that are loaded again and again"""


@lru_cache(maxsize=KEPT)
def _compiled(source: str, name: str) -> CodeType:
    """Compiles the text of a module. For a large game this takes Python longer than everything else in a cached start."""
    return compile(source, name, "exec")


class FormCompiler(Protocol):
    """Makes the forms of a module that an image does not hold."""

    def python(self, form: str) -> PythonForm: ...

    def native(self) -> NativeForm: ...


class Machine:
    """The namespaces of the modules, each made when it is first needed.

    ``journaled`` writes a journal, ``plain`` does not; ``explain`` holds what is asked beside the course of play (prompts,
    refusals, facts); ``fast`` is ``plain`` made fast. Steps and questions have the same numbers in all of them.
    ``plays`` has the steps for playouts, which carry out whole deeds.
    """

    def __init__(
        self,
        image: Image,
        devices: Mapping[str, Device],
        words: Mapping[str, Callable[..., object]] | None = None,
        forms: FormCompiler | None = None,
    ) -> None:
        """``words``: more functions that the modules may call (of rule tests and of coverage)."""
        self.image, self._words, self._forms = image, dict(words or {}), forms
        self._devices = devices
        self.work = Work()
        """What the rules have done since the last question."""
        self.native: NativeLibrary | None = None
        """The library in C for playouts, once :mod:`rulekit.native` has compiled it."""

    @cached_property
    def journaled(self) -> Namespace:
        return self._load("journaled", self.image.journaled)

    @cached_property
    def plain(self) -> Namespace:
        return self._load("plain", self.image.plain)

    @cached_property
    def explain(self) -> Namespace:
        return self._load("explain", self.image.explain)

    @cached_property
    def fast(self) -> Namespace:
        if self._forms is None:
            return self.plain
        made = self._forms.python("fast")
        return self._load("fast", made.source, made.bound)

    @cached_property
    def plays(self) -> Sequence[Step] | None:
        """The steps for playouts; None where playouts use those of any match."""
        if self._forms is None:
            return None
        made = self._forms.python("playout")
        steps: Sequence[Step] = self._load("playout", made.source, made.bound)["STEPS"]
        return steps

    def native_form(self) -> NativeForm:
        """The playouts in C: see :func:`rulekit.compiler.build.native_form`. Raises UserError where nobody can make them."""
        if self._forms is None:
            title, hint = self.image.title, "load the game from its folder"
            raise UserError(f"the rules of {title} are not at hand", hint, names={title: self.image.names})
        return self._forms.native()

    @property
    def fast_steps(self) -> tuple[Step, ...]:
        steps: tuple[Step, ...] = self.fast["STEPS"]
        return steps

    @property
    def journaled_steps(self) -> tuple[Step, ...]:
        steps: tuple[Step, ...] = self.journaled["STEPS"]
        return steps

    def _load(self, name: str, source: str, bound: Mapping[str, DeviceFunction] | None = None) -> Namespace:
        space = {**namespace(), "counted": self.work.counted, **(WORDS if name == "journaled" else {}), **self._words}
        for python, called in (self.image.bound if bound is None else bound).items():
            space[python] = self.device(called.device, name == "journaled")[called.function]
        exec(_compiled(source, f"<{self.image.name} {name}>"), space)
        return space

    def device(self, name: str, watched: bool = True) -> Mapping[str, Callable[..., object]]:
        """The functions of a device, bound to this image's layout."""
        return self._found(name).bind(self._setting(name, watched))

    def native_devices(self) -> dict[str, Native]:
        """The C forms of those devices of this image that have one."""
        devices = ((name, self._found(name)) for name in self.image.devices)
        found = {name: d.native(self._setting(name, False)) for name, d in devices if isinstance(d, NativeDevice)}
        return {name: native for name, native in found.items() if native is not None}

    def _found(self, name: str) -> Device:
        if name not in self._devices:
            raise UserError(f"the plugin that brings {name} is not installed")
        return self._devices[name]

    def _setting(self, name: str, watched: bool) -> Setting:
        image = self.image
        found = image.devices[name]
        return Setting(
            tokens=tuple(t.name for t in image.tokens),
            parameters=dict(found.parameters),
            stores=tuple(tuple(x) for x in found.stores),
            draw=drawer(found.stream),
            tape=found.tape,
            stream=found.stream,
            watched=watched,
        )
