"""Puts the phrases of plugin devices into the phrase table, before the first line is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulekit.dsl.phrases import Phrase, parse_parts
from rulekit.dsl.program import Program
from rulekit.dsl.similar_words import is_slip, near_words
from rulekit.dsl.symbols import UsedDevice
from rulekit.dsl.syntax import Line
from rulekit.plugins.devices import Device


def _settings(program: Program, device: Device, used: UsedDevice) -> None:
    """The settings exist and lie in their ranges."""
    known = {p.name: p for p in device.parameters}
    for name, n in used.settings.items():
        parameter = known.get(name)
        if parameter is None:
            near = near_words(name, list(known), 1)
            hint = f"did you mean `{near[0]}`?" if near else "it has: " + ", ".join(known)
            program.report("RK301", f"`{device.name}` has no setting `{name}`", used.span, hint)
        elif not parameter.low <= n <= parameter.high:
            low, high = parameter.low, parameter.high
            program.report(
                "RK314", f"`{name}` goes from {low} to {high}", used.span, f"write a number from {low} to {high}"
            )


def _said_twice(program: Program, said: str, used: UsedDevice, name: str, taken: Phrase) -> None:
    """Two devices with one phrase, or a device with a phrase of the language: nobody would know which is meant."""
    other = str(taken.data.get("device", ""))
    if not other:
        text = f"`{name}` calls a word “{said}”, and the language says so already"
        program.report("RK312", text, used.span, "ask whoever wrote the plugin for another phrase")
    elif other == name:
        text = f"`{name}` has two words “{said}”"
        program.report("RK312", text, used.span, "ask whoever wrote the plugin for another phrase")
    else:
        text = f"`{other}` and `{name}` both say “{said}”"
        program.report(
            "RK312",
            text,
            used.span,
            f"use one of them:  use plugin {name} instead of {other}",
            also=((f"`{other}` is used here", program.used[other].span),) if other in program.used else (),
        )


def take_up(program: Program, lines: Iterable[Line], devices: Mapping[str, Device]) -> None:
    """Finds ``uses plugin X`` and ``use plugin X instead of Y`` and adds the words of the devices that are meant."""
    wanted: dict[str, UsedDevice] = {}
    lines = list(lines)
    for line in lines:
        for sub in line.body or () if line.first in ("game", "variant") else ():
            said = [t.text for t in sub.tokens]
            if said[:2] == ["uses", "plugin"] and len(said) > 2:
                settings = {said[k]: int(said[k + 1]) for k in range(3, len(said) - 1) if said[k + 1].isdecimal()}
                wanted[said[2]] = UsedDevice(said[2], settings, sub.span)
    for line in lines:
        for sub in line.body or () if line.first == "variant" else ():
            said = [t.text for t in sub.tokens]
            if said[:2] == ["use", "plugin"] and said[3:5] == ["instead", "of"] and len(said) > 5:
                if said[5] not in wanted:
                    near = near_words(said[5], list(wanted), 1)
                    program.report(
                        "RK301",
                        f"the game uses no plugin `{said[5]}`",
                        sub.span,
                        f"did you mean `{near[0]}`?" if near else None,
                    )
                    continue
                del wanted[said[5]]
                settings = {said[k]: int(said[k + 1]) for k in range(6, len(said) - 1) if said[k + 1].isdigit()}
                wanted[said[2]] = UsedDevice(said[2], settings, sub.span)
    program.used.update(wanted)
    for name, used in wanted.items():
        device = devices.get(name)
        if device is None:
            near = [x for x in near_words(name, list(devices), 1) if is_slip(name, x)]
            install = (
                "install the package that brings it, or name its file:  rulekit --plugin FILE ...;  "
                "`rulekit plugins` lists what is there"
            )
            hint = f"did you mean `{near[0]}`? Otherwise {install}" if near else install
            program.report("RK401", f"no installed plugin brings `{name}`", used.span, hint)
            continue
        program.devices[name] = device
        _settings(program, device, used)
        for word in device.words:
            data = {
                "device": name,
                "function": word.function,
                **({"chance": "yes"} if word.chance or word.asks else {}),
            }
            if word.asks:
                data |= {"asks": word.asks, "question": word.question}
            category = "V" if word.gives else "T" if word.test else "S"
            text = f"given {word.phrase}" if category == "T" else word.phrase
            phrase = Phrase(
                category, word.gives, parse_parts(text), "device", f"plugin {name}", word.example, data=data
            )
            taken = program.table.add(phrase)
            if taken is not None:
                _said_twice(program, word.phrase, used, name, taken)
