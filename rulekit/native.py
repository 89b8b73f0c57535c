"""Playouts in a native library: made by the C compiler of the machine, kept in the cache, never needed.

What the library does is what Python does, choice for choice. It is made for one set-up of one game, whatever house rules
lie over it.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulekit import cache
from rulekit.diagnostics import UserError

if TYPE_CHECKING:
    from rulekit.image import Image
    from rulekit.runtime.game import Compiled
    from rulekit.runtime.native_playout import NativePlayout, Rows

FLAGS = (
    *("-O1", "-std=gnu11", "-fPIC", "-shared", "-fwrapv"),
    *("-Werror=int-conversion", "-Werror=incompatible-pointer-types", "-Werror=implicit-function-declaration"),
)
"""More optimisation than -O1 takes three times as long and gains hardly anything. A list that is taken for a number is no C."""


def compiler() -> list[str]:
    """The C compiler of the machine, with what it is always told: ``CC`` as make reads it (``ccache gcc``), or else cc, gcc
    or clang. Raises UserError where there is none."""
    said = os.environ.get("CC", "").strip()
    if not said:
        found = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
        if found is None:
            raise UserError("there is no C compiler on this machine", "install gcc or clang, or say in CC where one is")
        return [found]
    try:
        words = [said] if shutil.which(said) else shlex.split(said)  # a path may have spaces in it
    except ValueError as error:
        raise UserError(f"CC can not be read: {error}: {said}", "put what belongs together into quotes") from None
    if shutil.which(words[0]) is None:
        raise UserError(
            f"CC names a C compiler that is not there: {words[0]}", "leave CC empty, or say in it where one is"
        )
    return words


def go_native(compiled: Compiled) -> NativePlayout:
    """From now on playouts of this set-up are played by a library, which is made if it is not there yet.

    Raises UserError where there is no compiler or where the rules hold what is not written natively.
    """
    machine = compiled.machine
    if machine.native is None:
        devices = machine.native_devices()
        image = compiled.image
        sizes = len(image.s), [len(x) for x in image.z], len(image.seats), image.streams, image.devices, image.bound
        told = (f"{name}:{native.source}" for name, native in devices.items())
        key = cache.key("native", " ".join(FLAGS), os.environ.get("CC", ""), image.quiet, repr(sizes), *told)
        asked = {number: devices[name].rows for number, name in enumerate(image.devices) if name in devices}
        stored = cache.read(key)
        try:
            machine.native = _opened(compiled.image, stored, asked)
        except (OSError, LookupError, TypeError, AttributeError, ValueError):  # not there yet, or broken
            stored = _made(compiled.image, {name: device.source for name, device in devices.items()})
            cache.write(key, stored)
            try:
                machine.native = _opened(compiled.image, stored, asked)
            except OSError as error:  # a folder from which nothing may be run, say
                hint = "say in CC what compiles for this Python, or in RULEKIT_CACHE where libraries may be kept"
                raise UserError(f"the native library can not be opened: {error}", hint) from None
            if cache.folder() is None:  # nobody will look for it again; where it is in use it stays
                shutil.rmtree(Path(stored["library"]).parent, ignore_errors=True)
    return machine.native


def _opened(image: Image, stored: dict[str, Any], devices: dict[int, Rows]) -> NativePlayout:
    from rulekit.runtime.native_playout import NativePlayout  # ctypes: only who wants it pays for it

    if Path(stored["library"]).stat().st_size != stored["size"]:
        raise ValueError("half a library")
    return NativePlayout(stored["library"], stored["frames"], [*image.streams.values()], devices)


def _made(image: Image, devices: dict[str, str]) -> dict[str, Any]:
    from rulekit.compiler.native.sorts import Unsupported
    from rulekit.compiler.native.source import native
    from rulekit.loader import not_collecting

    try:
        with not_collecting():
            made = native(image, devices)
    except Unsupported as error:
        hint = "Python plays it all the same: leave the native library away"
        raise UserError(f"{image.title} can not be made native: {error}", hint) from None
    where = cache.folder() or Path(tempfile.mkdtemp(prefix="rulekit-"))
    library = built(made.source, where.resolve())
    return {"library": str(library), "size": library.stat().st_size, "frames": made.frames}


def built(source: str, where: Path) -> Path:
    """The library of a C source in a folder. Raises UserError where there is no compiler, or when it gives up."""
    found = compiler()
    title = " ".join(found)
    told = "\0".join((*found, *FLAGS, source))  # what was made otherwise is another library
    name = f"{hashlib.sha256(told.encode()).hexdigest()[:32]}.so"
    with tempfile.TemporaryDirectory(dir=where) as folder:
        text, library = Path(folder, "game.c"), Path(folder, name)
        text.write_text(source, encoding="utf-8")
        order = [*found, *FLAGS, str(text), "-o", str(library)]
        try:
            done = subprocess.run(order, capture_output=True, encoding="utf-8", errors="replace", check=False)
        except OSError as error:
            raise UserError(f"the C compiler {title} can not be run: {error}", "say in CC where one is") from None
        if done.returncode or not library.exists():
            lines = done.stderr.strip().splitlines() or ["it says nothing"]
            said = next((line for line in lines if "error" in line), lines[-1])
            raise UserError(f"the C compiler {title} gives up: {said}", "try another one: say in CC where it is")
        os.replace(library, where / name)
    return where / name
