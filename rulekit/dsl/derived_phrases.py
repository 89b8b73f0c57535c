"""Derived phrases: further forms that are generated for each phrase an author declares.

``tax of {here: town} for {me: player}`` may leave out its last groups where ``here`` and ``me`` are in sight;
``X of {me: player}`` is also said ``my X``; ``{p} belongs to {who}`` brings its negative and ``towns that belong to me``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.dsl.names import plural_of
from rulekit.dsl.phrases import Literal, Part, Slot

PREPOSITIONS = {
    "of",
    "in",
    "for",
    "with",
    "from",
    "on",
    "against",
    "by",
    "into",
    "to",
    "at",
    "through",
    "onto",
    "under",
}


def shorter(parts: Sequence[Part]) -> Iterator[tuple[list[Part], dict[str, str]]]:
    """The phrase, then the phrase without its last groups ``preposition + slot``, each with what is left out."""
    parts = list(parts)
    yield parts, {}
    implied: dict[str, str] = {}
    end = len(parts)
    while end >= 3:
        word, slot = parts[end - 2], parts[end - 1]
        if not (isinstance(slot, Slot) and isinstance(word, Literal) and word.text in PREPOSITIONS):
            return
        if word.text == "of" and slot.name == "me":  # that is said: my ...
            return
        implied = {**implied, slot.name: slot.spec}
        end -= 2
        yield parts[:end], dict(implied)


def mine(parts: Sequence[Part]) -> list[Part] | None:
    """``X of {me: player} Y`` -> ``my X Y``"""
    for k in range(1, len(parts) - 1):
        word, slot = parts[k], parts[k + 1]
        if (
            isinstance(word, Literal)
            and word.text == "of"
            and isinstance(slot, Slot)
            and slot.name == "me"
            and slot.spec == "player"
        ):
            return [Literal("my"), *parts[:k], *parts[k + 2 :]]
    return None


def of_several(parts: Sequence[Part]) -> list[Part] | None:
    """``station of {a: unit}`` -> ``stations of {s: set of units}``"""
    if len(parts) < 3:
        return None
    *words, of, slot = parts
    if not (isinstance(slot, Slot) and isinstance(of, Literal) and of.text == "of"):
        return None
    last = words[-1]
    if slot.spec.partition("/")[0] in ("opt", "set") or not all(isinstance(word, Literal) for word in words):
        return None
    assert isinstance(last, Literal)
    return [*words[:-1], Literal(plural_of(last.text)), of, Slot("s", f"set/{slot.spec}")]


def negatives(parts: Sequence[Part]) -> Sequence[list[Part]]:
    """is -> is not, can -> cannot, belongs to -> does not belong to, has room -> has no room, has left -> has not left

    Whether a thing or a doing stands behind `has` is not known: both are said.
    """
    for k, part in enumerate(parts):
        if not isinstance(part, Literal):
            continue
        word, before, after = part.text, list(parts[:k]), list(parts[k + 1 :])
        if word in ("is", "are", "was", "may"):
            return ([*before, part, Literal("not"), *after],)
        if word == "can":
            return ([*before, Literal("cannot"), *after],)
        if word == "has":
            return [*before, part, Literal("no"), *after], [*before, part, Literal("not"), *after]
        if word.endswith("s") and k and isinstance(parts[k - 1], Slot):
            return ([*before, Literal("does"), Literal("not"), Literal(infinitive(word)), *after],)
    return ()


def that(parts: Sequence[Part]) -> list[Part] | None:
    """``{p: town} belongs to {who}`` -> ``{p: set of towns} that belong to {who}``"""
    head = parts[0]
    if (
        not isinstance(head, Slot)
        or len(parts) < 2
        or not isinstance(parts[1], Literal)
        or head.spec.startswith(("opt/", "set/"))
    ):
        return None
    verb = {"is": "are", "has": "have", "was": "were", "does": "do"}.get(parts[1].text, parts[1].text)
    if verb == parts[1].text and verb not in ("can", "cannot", "may"):
        verb = infinitive(verb)
    return [Slot(head.name, "set/" + head.spec), Literal("that"), Literal(verb), *parts[2:]]


def point_name(parts: Sequence[Part]) -> str:
    """The words of a heading up to its first slot after a word, without a preposition at the end."""
    name: list[str] = []
    for part in parts:
        if isinstance(part, Slot):
            if name:
                break
            continue
        name.append(part.text)
    while len(name) > 1 and name[-1] in PREPOSITIONS | {"a"}:
        name.pop()
    return " ".join(name)


def full_name(parts: Sequence[Part]) -> str:
    """All words of a heading, by which points with the same first words are told apart."""
    return " ".join(part.text for part in parts if isinstance(part, Literal))


def infinitive(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:  # carries, but not lies
        return word[:-3] + "y"
    if word.endswith(("shes", "ches", "sses", "xes")):
        return word[:-2]
    return word.removesuffix("s")
