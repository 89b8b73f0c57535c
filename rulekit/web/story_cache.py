"""The story of a game as it is sent, for each seat and language worked out once until something happens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import define, field
from msgspec import UNSET

from rulekit.runtime.labels import Part, Thing
from rulekit.runtime.match import Match
from rulekit.runtime.narrative.gains import Gain, summed
from rulekit.runtime.narrative.rolls import Roll
from rulekit.runtime.narrative.sentence import Level, Sentence, befalls
from rulekit.runtime.narrative.throws import Throw
from rulekit.web.device_pictures import pictures
from rulekit.web.state import LineState, Named, Reason, RollState, ScoreState, ThrownState, ThrowState

MOST_KEPT = 24
"""So many stories are remembered for a game: seats, languages and levels"""

Key = tuple[str | None, str, Level, int]


@define
class StoryCache:
    """What was told of one game last. ``happened`` is how much had happened then."""

    _happened: int = field(init=False, default=-1)
    _kept: dict[Key, list[Sentence]] = field(init=False, factory=dict)

    def of(self, match: Match, viewer: str | None, lang: str, level: Level = "story", since: int = 0) -> list[Sentence]:
        """What has happened since ``match.happened`` was ``since``, as a viewer may hear it."""
        if self._happened != match.happened:
            self.forget()
            self._happened = match.happened
        key = (viewer, lang, level, since)
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = match.story(viewer, since, level, lang)
        return self._kept[key]

    def forget(self) -> None:
        """Drops all stories after something was taken back: as much may have happened, but other events."""
        self._kept.clear()


def spoken(parts: Iterable[Part]) -> list[str | Named]:
    """A text in parts: words, and the things that it names with their names in rules."""
    return [named(x) if isinstance(x, Thing) else x for x in parts]


def named(thing: Thing) -> Named:
    """A thing that a text names."""
    return Named(thing.kind, thing.id, thing.name)


def lines(
    told: Iterable[Sentence], viewer: str | None, names: Mapping[str, str], in_block: bool = False
) -> list[LineState]:
    """Sentences with all that belongs to them. ``names``: what the players are called by; ``in_block``: whether they are told
    in a block already."""
    return [_line(x, viewer, names, in_block) for x in told]


def _line(told: Sentence, viewer: str | None, names: Mapping[str, str], in_block: bool) -> LineState:
    block = not in_block and told.in_scene and any(x.rolls for x in (told, *told.children))
    return LineState(
        told.sort,
        spoken(told.parts),
        yours=bool(told.yours),
        concerns=befalls(told, viewer) if told.yours else UNSET,
        rule=told.rule,
        clauses=list(told.clauses),
        score=score(told.rows, names) if told.rows else None,
        throws=[_throw(x) for x in told.throws],
        rolls=rolled(told.rolls, names),
        block=block,
        inside=lines(told.children, viewer, names, in_block or block),
    )


def rolled(rolls: Iterable[Roll], names: Mapping[str, str]) -> list[RollState]:
    """Dice that were thrown. ``names``: what the players are called by."""

    def called(part: Part) -> str:
        return names.get(part.id, part.name) if isinstance(part, Thing) else part

    return [RollState(x.dice, x.plus, x.hits, "".join(map(called, x.of))) for x in rolls]


def _throw(throw: Throw) -> ThrowState:
    given, result = ([ThrownState(x.name, x.owner, x.count) for x in pieces] for pieces in (throw.given, throw.result))
    return ThrowState(throw.key, throw.name, throw.key in pictures(), given, result)


def score(rows: Sequence[Gain], names: Mapping[str, str]) -> ScoreState:
    """What one player got: ``for`` each reason how much, and the total that they have."""
    return ScoreState(
        player=rows[0].player,
        name=names.get(rows[0].player, rows[0].player),
        mark=rows[0].name,
        sum=sum(x.n for x in rows),
        total=rows[-1].total,
        reasons=[Reason(spoken(why), n) for why, n in summed(rows)],
    )
