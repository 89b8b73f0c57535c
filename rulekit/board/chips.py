"""The chips of the pieces and markers at a place, and how one is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from rulekit.board import icons, shapes
from rulekit.board.geometry import Box
from rulekit.board.look import INK, Look, Sign
from rulekit.board.position import HIDDEN, PlaceContents, Stack
from rulekit.board.sides import Owner
from rulekit.board.text_width import short, width

TEXT = 0.68
"""Height of the letters on a chip, in heights of the chip."""
FEW, MANY = 2, 4
"""From how many pieces a chip looks like a pile of two and of three."""
EDGES = 0.4
"""The room beside a label on both sides, in heights of the chip."""
CREST, PAD = 0.62, 0.14
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

    @property
    def strength(self) -> bool:
        """Whether it says how strong somebody is: a number of pieces, or that they have none."""
        return not self.drawing and not self.round and ("owner" in self.data or "piece" in self.data)

    @property
    def drawing(self) -> bool:
        """Whether it is a shape of its own, such as a building."""
        return self.sign.shape != "none"

    def wide(self, high: float) -> float:
        if self.crest:
            return high * (CREST + 2 * PAD) + (width(self.label, high * TEXT) + high * PAD if self.label else 0)
        if self.drawing:
            return high + (width(self.label, high * TEXT) if self.label else 0)
        return max(high, width(self.label, high * TEXT) + high * EDGES)


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


def draw(chip: Chip, box: Box) -> str:
    """One chip, which fills its box."""
    high, (x, y) = box.bottom - box.top, box.middle
    data = {f"data-{key}": value for key, value in chip.data.items()}
    kinds = ["rk-chip", *(["rk-round"] if chip.round else []), *(["rk-apart"] if chip.apart else [])]
    if chip.owner is not None:
        kinds.append(f"rk-owner-{shapes.slug(chip.owner.key)}")
    inner = [shapes.title(chip.said)] if chip.said else []
    if chip.drawing:
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
