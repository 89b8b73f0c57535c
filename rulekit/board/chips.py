"""Draws the pieces and markers at a place: a row of chips in the box that the layout reserves for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from attrs import frozen

from rulekit.board import icons, shapes
from rulekit.board.geometry import Box
from rulekit.board.look import INK, Look, Sign
from rulekit.board.position import HIDDEN, PlaceContents, Stack
from rulekit.board.sides import Owner
from rulekit.board.text_width import short, width

TEXT = 0.68
"""Height of the letters on a chip, in heights of the chip."""
LEAST = 0.42
"""Chips that lie upon each other show at least this part of theirs, in heights of the chip."""
SMALLEST = 0.72
"""Where there are many, chips are drawn this much smaller at most."""
FEW, MANY = 2, 4
"""From how many pieces a chip looks like a pile of two and of three."""
GAP = 1.5
CREST, PAD = 0.7, 0.2
"""The width of a crest, and the room beside it, in heights of the chip."""


@frozen
class Chip:
    """``kind`` are its classes, ``data`` its data attributes; ``round`` chips are single persons."""

    label: str
    owner: Owner | None
    sign: Sign
    count: int
    said: str
    data: Mapping[str, str]
    round: bool = False
    apart: bool = False
    crest: str = ""
    """Drawn before the label"""

    def wide(self, high: float) -> float:
        if self.crest:
            return high * (CREST + 2 * PAD) + (width(self.label, high * TEXT) + high * PAD if self.label else 0)
        if self.sign.shape != "none":
            return high + (width(self.label, high * TEXT) if self.label else 0)
        return max(high, width(self.label, high * TEXT) + high * 0.5)


def chips(look: Look, standing: PlaceContents, owners: Mapping[str, Owner], area: bool) -> list[Chip]:
    """The chips of a place. An area whose owner has no pieces there begins with the letters of the owner."""
    out: list[Chip] = []
    if area and standing.owner and all(stack.owner != standing.owner for stack in standing.stacks):
        side = owners[standing.owner]
        out.append(plate(side))
    for stack in standing.stacks:
        out += _chips(look, stack, owners.get(stack.owner))
    for marker in standing.markers:
        sign = look.markers[marker]
        out.append(Chip(sign.letter, None, sign, 1, "", {"marker": marker}))
    return out


def plate(owner: Owner) -> Chip:
    """A chip that says whose something is, without a number."""
    return Chip(
        "" if owner.crest else owner.letter,
        owner,
        Sign({"en": ""}),
        1,
        owner.name,
        {"owner": owner.key},
        crest=owner.crest,
    )


def _chips(look: Look, stack: Stack, owner: Owner | None) -> Iterator[Chip]:
    sign = look.pieces.get(stack.sort, Sign({"en": stack.sort}))
    data = {"piece": stack.sort, "owner": stack.owner, "count": str(stack.count)}
    if stack.signs:
        for name, key, letter in zip(stack.names, stack.keys, stack.signs, strict=True):
            yield Chip(letter, owner, sign, 1, name, {**data, "count": "1", "key": key}, True, stack.apart)
        return
    if stack.short:
        for name, key in zip(stack.names, stack.keys, strict=True):
            yield Chip(short(name), owner, sign, 1, name, {**data, "count": "1", "key": key}, True, stack.apart)
        return
    crest = owner.crest if owner is not None and sign.shape == "none" and stack.sort != HIDDEN else ""
    if stack.strength != stack.count:
        data["strength"] = str(stack.strength)
    if stack.sort == HIDDEN:
        label = f"?{stack.count}"
    elif sign.shape != "none":
        label = f"{stack.count}" if stack.count > 1 else ""
    else:
        letter = "" if crest else owner.letter if owner is not None else sign.letter
        label = f"{letter}{stack.strength}"
    yield Chip(label, owner, sign, stack.count, stack.text, data, False, stack.apart, crest)


def draw(found: Sequence[Chip], box: Box) -> Iterator[str]:
    """Draws the chips in a centred row, overlapping where there are many; the rest is shown as a count."""
    high = box.bottom - box.top
    room = box.right - box.left
    whole = _whole(found, high)
    if whole > room:  # smaller, as far as that can be read
        scale = max(SMALLEST, room / whole)
        box = Box(box.left, box.middle[1] - high * scale / 2, box.right, box.middle[1] + high * scale / 2)
        high *= scale
    shown = list(found)
    widths = [chip.wide(high) for chip in shown]
    if len(shown) > 1 and _whole(shown, high) > room + 0.1:
        most = max(2, 1 + int((room - widths[-1]) / (LEAST * high)))
        if len(shown) > most:
            rest = shown[most - 1 :]
            more = "; ".join(chip.said for chip in rest if chip.said)
            extra = Chip(f"+{len(rest)}", None, Sign({"en": ""}), 1, more, {"more": str(len(rest))})
            shown = [*shown[: most - 1], extra]
        widths = [chip.wide(high) for chip in shown]
    lefts = _lefts(widths, room, high)
    drawn = [
        _drawn(chip, Box(box.left + left, box.top, box.left + left + wide, box.bottom))
        for chip, left, wide in zip(shown, lefts, widths, strict=True)
    ]
    overlap = any(left + wide > after for left, wide, after in zip(lefts, widths, lefts[1:], strict=False))
    # The first one says whose the place is, and how strong: nothing lies on it.
    yield from (*drawn[1:], *drawn[:1]) if overlap else drawn


def _lefts(widths: Sequence[float], room: float, high: float) -> list[float]:
    """Where chips of these widths begin in a room: side by side in its middle, or else the first one whole and the others over
    each other behind it, or else all over each other by the same step."""
    whole = sum(widths) + GAP * (len(widths) - 1)
    if whole <= room + 0.1 or len(widths) < 2:
        return [(room - whole) / 2 + x for x in accumulate((wide + GAP for wide in widths[:-1]), initial=0.0)]
    behind, count = room - widths[0] - GAP - widths[-1], len(widths) - 2
    if behind >= LEAST * high * count:
        return [0.0, *(widths[0] + GAP + behind * k / max(count, 1) for k in range(count + 1))]
    return [(room - widths[-1]) * k / (len(widths) - 1) for k in range(len(widths))]


def _whole(found: Sequence[Chip], high: float) -> float:
    """The width of a row of chips."""
    return sum(chip.wide(high) for chip in found) + GAP * (len(found) - 1)


def _drawn(chip: Chip, box: Box) -> str:
    high, (x, y) = box.bottom - box.top, box.middle
    data = {f"data-{key}": value for key, value in chip.data.items()}
    kinds = ["rk-chip", *(["rk-round"] if chip.round else []), *(["rk-apart"] if chip.apart else [])]
    if chip.owner is not None:
        kinds.append(f"rk-owner-{shapes.slug(chip.owner.key)}")
    inner = [shapes.title(chip.said)] if chip.said else []
    if chip.sign.shape != "none":
        size = high * 0.4
        middle = (box.left + high / 2, y)
        inner.append(
            shapes.shape(chip.sign.shape, middle, size, {"class": "rk-sign", "fill": chip.sign.colour, "stroke": INK})
        )
        if chip.label:
            inner.append(
                shapes.text(
                    [chip.label], ((box.left + high + box.right) / 2, y), high * TEXT, "rk-count", {"fill": INK}
                )
            )
        return shapes.tag("g", {"class": " ".join(kinds), **data}, "".join(inner))
    fill = chip.owner.colour if chip.owner is not None else chip.sign.colour
    ink = chip.owner.ink if chip.owner is not None else INK
    piles = (chip.count >= FEW) + (chip.count >= MANY)
    for k in range(piles if not chip.round else 0, 0, -1):
        back = Box(box.left + 1.2 * k, box.top - 1.2 * k, box.right + 1.2 * k, box.bottom - 1.2 * k)
        inner.append(shapes.rect(back, {"class": "rk-face rk-under", "fill": fill, "stroke": INK, "rx": 2}))
    inner.append(
        shapes.rect(box, {"class": "rk-face", "fill": fill, "stroke": INK, "rx": high / 2 if chip.round else 2})
    )
    if chip.apart:
        inner.append(shapes.tag("path", {"class": "rk-wall", "fill": "none", "stroke": INK, "d": _wall(box)}))
    if chip.crest:
        at = (box.left + high * (PAD + CREST / 2) if chip.label else x, y)
        inner.append(icons.crest(chip.crest, at, high * CREST, "rk-crest", ink))
        x = (box.left + high * (CREST + PAD) + box.right) / 2
    if chip.label:
        inner.append(shapes.text([chip.label], (x, y), high * TEXT, "rk-count", {"fill": ink}))
    return shapes.tag("g", {"class": " ".join(kinds), **data}, "".join(inner))


def _wall(box: Box) -> str:
    """Merlons along the upper edge, and a thick line round a chip."""
    step = (box.right - box.left) / 7
    out = f"M{shapes.n(box.left)} {shapes.n(box.bottom)}V{shapes.n(box.top)}"
    for k in range(7):
        out += f"v{-2 if k % 2 == 0 else 2}h{shapes.n(step)}" if k else f"v-2h{shapes.n(step)}"
    return out + f"V{shapes.n(box.bottom)}Z"
