"""A match as one row of numbers, as the native library reads it, and back.

In this order: the state; each list with its length before it; the stacks with their number before them, the main one first,
each with its length; the questions with their number before them: player, question, which stack waits, and the options with
their length. A frame is written slot by slot (a list as its numbers and then how many), its step last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

if TYPE_CHECKING:
    from rulekit.image import Image
    from rulekit.runtime.protocols import MatchState

MASK = (1 << 64) - 1


@frozen
class StateCodec:
    """``frames``: for each step what is in the slots of its frames, ``number`` or ``list``; ``streams``: where the numbers
    without a sign are."""

    frames: Sequence[Sequence[str]]
    streams: Sequence[int]

    def first(self, image: Image) -> list[int]:
        """The match before its beginning."""
        words = self._state(image.s, image.z)
        return [*words, 1, 0, 0]

    def packed(self, match: MatchState) -> list[int]:
        """Packs a match. Raises IndexError, TypeError or ValueError for one that no game reaches."""
        words = self._state(match.s, match.z)
        stacks = [match.st]
        for ask in match.asks:
            if ask[3] is not match.st:
                stacks.append(ask[3])
        words.append(len(stacks))
        for stack in stacks:
            frames = self._frames(stack)
            words.append(len(frames))
            words += frames
        words.append(len(match.asks))
        others = 0
        for player, question, options, stack in match.asks:
            others += stack is not match.st
            words += (player, question, 0 if stack is match.st else others, len(options), *options)
        return words

    def unpacked(self, words: Sequence[int], numbers: int, lists: int) -> tuple[list[int], list[list[int]]]:
        """The state and the lists with which a row begins."""
        state = list(words[:numbers])
        for k in self.streams:
            state[k] &= MASK
        at, piles = numbers, []
        for _ in range(lists):
            n = words[at]
            piles.append(list(words[at + 1 : at + 1 + n]))
            at += 1 + n
        return state, piles

    def _state(self, s: Sequence[int], z: Sequence[Sequence[int]]) -> list[int]:
        words = list(s)
        for k in self.streams:
            if words[k] > MASK >> 1:
                words[k] -= MASK + 1
        for cards in z:
            words.append(len(cards))
            words += cards
        return words

    def _frames(self, stack: Sequence[tuple[Any, ...]]) -> list[int]:
        words: list[int] = []
        for *slots, step in stack:
            if step < 0:
                raise IndexError(step)
            for value, sort in zip(slots, self.frames[step], strict=True):
                if sort == "list":
                    words += value
                    words.append(len(value))
                else:
                    words.append(value)
            words.append(step)
        return words
