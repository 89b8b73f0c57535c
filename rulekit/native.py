"""Playouts in a native library: made by a C compiler, kept in the cache, never needed.

What the library does is what Python does, choice for choice. It is made for one set-up of one game, whatever house rules
lie over it.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import asdict, frozen

from rulekit import cache
from rulekit.diagnostics import UserError
from rulekit.install_command import install_command

if TYPE_CHECKING:
    from rulekit.image import DeviceFunction, Image, NativeForm
    from rulekit.runtime.compiled import Compiled
    from rulekit.runtime.native_library import NativeLibrary, Rows

FLAGS = (
    *("-O1", "-std=gnu11", "-fPIC", "-shared", "-fwrapv", "-ffp-contract=off"),
    *("-Werror=int-conversion", "-Werror=incompatible-pointer-types", "-Werror=implicit-function-declaration"),
)
"""More optimisation than -O1 takes three times as long and gains hardly anything. Taking a list for a
number is an error of compilation. Fractions are worked out as in Python, without fused products."""
ZIG = [sys.executable, "-m", "ziglang", "cc", "-fno-sanitize=undefined"]
"""The C compiler that comes as a package of Python, on every machine."""
PATIENCE = 120
"""Seconds for a C compiler: ten times what the largest game takes"""
TOLD = 1 << 16
"""Characters of what it says that are read"""


def compiler() -> list[str]:
    """The C compiler of the machine, with what it is always told: ``CC`` as make reads it (``ccache gcc``), or else cc, gcc
    or clang, or else the one that comes with the extra ``native`` (``CC=zig`` asks for it). Raises UserError where there is
    none."""
    said = os.environ.get("CC", "").strip()
    if not said:
        found = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
        if found is None and not _has_zig():
            hint = f"{install_command('native')}\n  or install gcc or clang, or say in CC where one is"
            raise UserError("there is no C compiler on this machine", hint)
        return ZIG if found is None else [found]
    if said == "zig":
        if not _has_zig():
            raise UserError("CC names a C compiler that is not there: zig", install_command("native"))
        return ZIG
    try:
        words = [said] if shutil.which(said) else shlex.split(said)  # a path may have spaces in it
    except ValueError as error:
        raise UserError(f"CC cannot be read: {error}: {said}", "put what belongs together into quotes") from None
    if shutil.which(words[0]) is None:
        raise UserError(
            f"CC names a C compiler that is not there: {words[0]}", "leave CC empty, or say in it where one is"
        )
    return words


def _has_zig() -> bool:
    return find_spec("ziglang") is not None


def go_native(compiled: Compiled) -> NativeLibrary:
    """From now on playouts of this set-up are played by a library, which is made if it is not there yet.

    Raises UserError where there is no compiler or where the rules hold what is not written in C.
    """
    machine = compiled.machine
    if machine.native is None:
        devices, image = machine.native_devices(), compiled.image
        told = (f"{name}:{native.source}" for name, native in devices.items())
        key = cache.key("library", " ".join(FLAGS), os.environ.get("CC", ""), compiled.key, repr(image.devices), *told)
        asked = {number: devices[name].rows for number, name in enumerate(image.devices) if name in devices}
        try:
            machine.native = _opened(image, cache.stored(_BuiltLibrary, key), asked)
        except (OSError, LookupError, TypeError, AttributeError, ValueError):  # not there yet, or broken
            made = _made(image, machine.native_form(), {name: device.source for name, device in devices.items()})
            cache.store(key, made)
            try:
                machine.native = _opened(image, made, asked)
            except OSError as error:  # a folder from which nothing may be run, say
                hint = "say in CC what compiles for this Python, or in RULEKIT_CACHE where libraries may be kept"
                raise UserError(f"the native library cannot be opened: {error}", hint) from None
            if cache.folder() is None:  # nobody will look for it again; where it is in use it stays
                shutil.rmtree(Path(made.path).parent, ignore_errors=True)
    return machine.native


@frozen
class _BuiltLibrary:
    """A library on disk. ``size``: in bytes; ``frames``: as :class:`rulekit.image.NativeForm` has them."""

    path: str
    size: int
    frames: list[list[str]]


def _opened(image: Image, library: _BuiltLibrary | None, devices: dict[int, Rows]) -> NativeLibrary:
    """Raises ValueError and OSError for one that is not there, or not as it was built."""
    from rulekit.image import STREAM_WIDTH
    from rulekit.runtime.flat_state import StateCodec
    from rulekit.runtime.native_library import NativeLibrary  # ctypes: only who wants it pays for it

    if library is None or Path(library.path).stat().st_size != library.size:
        raise ValueError("no library, or half of one")
    cache.used(Path(library.path))
    places = [at + k for at in image.streams.values() for k in range(STREAM_WIDTH)]
    return NativeLibrary(library.path, StateCodec(library.frames, places), devices)


def _made(image: Image, form: NativeForm, devices: dict[str, str]) -> _BuiltLibrary:
    reason, where = form.refused, ""
    if reason and form.line >= 0:
        line = image.lines[form.line]
        where = f" ({line.place}: {line.text})"
    lacking = [called.device for called in form.called if called.device not in devices]
    if lacking:
        reason = f"{lacking[0]} has no functions in C"
    if reason:
        hint = "Python plays it all the same: leave the native library away"
        raise UserError(f"{image.title} cannot be made native: {reason}{where}", hint, names={image.title: image.names})
    source = "\n".join([form.source, *_of_devices(image, form.called, devices)])
    folder = cache.folder() or Path(tempfile.mkdtemp(prefix="rulekit-"))
    library = built(source, folder.resolve())
    return _BuiltLibrary(str(library), library.stat().st_size, form.frames)


def _of_devices(image: Image, called: Sequence[DeviceFunction], devices: dict[str, str]) -> Iterator[str]:
    """The functions of the devices that are called, under the names by which the rules call them."""
    for number, device in enumerate(image.devices):
        if any(device == other.device for other in called):
            yield f"/* {json.dumps(asdict(image.devices[device])).replace('*/', '* /')} */"  # another layout is another library
            yield f"#define DEVICE {number}\n#define DEV(name) dev{number}_##name"
            yield f"{devices[device]}\n#undef DEV\n#undef DEVICE"


def built(source: str, where: Path) -> Path:
    """The library of a C source in a folder. Raises UserError where there is no compiler, or when it gives up."""
    found = compiler()
    title = " ".join(found)
    asked = "\0".join((*found, *FLAGS, source))  # what was made otherwise is another library
    name = f"{hashlib.sha256(asked.encode()).hexdigest()[:32]}.so"
    with tempfile.TemporaryDirectory(dir=where) as folder:
        text, library = Path(folder, "game.c"), Path(folder, name)
        text.write_text(source, encoding="utf-8")
        order = [*found, *FLAGS, str(text), "-o", str(library), "-lm"]
        told = Path(folder, "told.txt")
        try:
            status = _run(order, told)
        except OSError as error:
            raise UserError(f"the C compiler {title} cannot be run: {error}", "say in CC where one is") from None
        if status is None:
            hint = "try another one: say in CC where it is"
            raise UserError(f"the C compiler {title} was not done after {PATIENCE} seconds", hint)
        if status or not library.exists():
            with told.open(encoding="utf-8", errors="replace") as file:
                lines = file.read(TOLD).strip().splitlines() or ["it says nothing"]
            said = next((line for line in lines if "error" in line), lines[-1])
            raise UserError(f"the C compiler {title} gives up: {said}", "try another one: say in CC where it is")
        try:
            os.replace(library, where / name)
        except OSError as error:  # Windows replaces no library that is in use: then it is there already, and the same
            if not (where / name).exists():
                raise UserError(f"the native library cannot be kept in {where}: {error.strerror or error}") from error
    return where / name


def _run(order: list[str], told: Path) -> int | None:
    """Runs a compiler, with all that it starts in its turn; gives its status, None when it takes too long."""
    with told.open("wb") as output:
        process = subprocess.Popen(
            order, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True
        )
        try:
            return process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return None
        finally:
            if process.returncode is None:  # it hangs, or somebody pressed Ctrl-C
                if hasattr(os, "killpg"):
                    with suppress(OSError):
                        os.killpg(process.pid, signal.SIGKILL)
                else:
                    process.kill()
                process.wait()
