"""What the `then` of a rule test says, held against the position that the test has come to."""

from __future__ import annotations

from typing import Any

from rulekit.rule_tests.trial import TestFailure, Trial


class Judged(Trial):
    """A method for each sort of `then`; what it says and is not so raises :class:`TestFailure`."""

    def _then_then(self, k: int, values: dict[str, Any]) -> None:
        if not self._call(k):
            raise TestFailure("it does not hold")

    def _then_holds_exactly(self, k: int, values: dict[str, Any]) -> None:
        for wanted, there in self._call(k):
            if wanted != there:
                raise TestFailure(f"there are {there}, not {wanted}")

    def _then_may_exactly(self, k: int, values: dict[str, Any]) -> None:
        player, wanted = self._call(k)
        decision = self.match.decisions[self._pending(player)]
        for value, sort in wanted:
            self._same_sort(self._pending(player), value, sort)
        wanted = [value for value, _ in wanted]
        found = [(o.value, o.label(), o.id) for o in decision.options]
        missing = [w for w in wanted if not any(w in f for f in found)]
        if missing or len(found) != len(wanted):
            raise TestFailure("the options are: " + ", ".join(f[1] for f in found))

    def _then_may(self, k: int, values: dict[str, Any]) -> None:
        player, value, sort = self._call(k)
        at = self._pending(player)
        self._same_sort(at, value, sort)
        if self._option(at, value) is None:
            raise TestFailure("the options are: " + self._options(at))

    def _then_may_not(self, k: int, values: dict[str, Any]) -> None:
        player, value, sort = self._call(k)
        at = self._pending(player)
        self._same_sort(at, value, sort)
        if self._option(at, value) is not None:
            raise TestFailure("it is among the options")
        if "t" in values:
            reason = self._why(at, value)
            if reason != values["t"]:
                raise TestFailure(f"the reason is: {reason or 'it was never among the candidates'}")

    def _then_may_one(self, k: int, values: dict[str, Any]) -> None:
        player, members, sort = self._call(k)
        at = self._pending(player)
        if self._one_of(at, members, sort) is None:
            raise TestFailure("the options are: " + self._options(at) if members else "there are none of these")

    def _then_may_none(self, k: int, values: dict[str, Any]) -> None:
        player, members, sort = self._call(k)
        at = self._pending(player)
        if not members:
            raise TestFailure("there are none of these")
        if self._one_of(at, members, sort) is not None:
            raise TestFailure("one of them is among the options")
        for member in members if "t" in values else ():
            if self._why(at, member) != values["t"]:
                raise TestFailure(f"the reason is: {self._why(at, member) or 'it was never among the candidates'}")

    def _then_asked(self, k: int, values: dict[str, Any]) -> None:
        player, _, _ = self._call(k)
        if any(ask[0] == player for ask in self.match.asks) == ("no" in values):
            raise TestFailure("the opposite holds")

    def _then_asked_nobody(self, k: int, values: dict[str, Any]) -> None:
        if self.match.asks:
            decision = self.match.decisions[0]
            raise TestFailure(f"{decision.player} is asked: {decision.prompt()}")

    def _then_place(self, k: int, values: dict[str, Any]) -> None:
        player, place = self._call(k)
        found = next((x.rank for x in self.match.standings if x.seat == player + 1), None)
        if found is None:
            raise TestFailure("the game is not over")
        if found != place:
            raise TestFailure(f"it is place {found}")

    def _then_over(self, k: int, values: dict[str, Any]) -> None:
        if (self.match.ending is None) != ("no" in values):
            raise TestFailure("the game is over" if "no" in values else "the game goes on")

    def _then_refused(self, k: int, values: dict[str, Any]) -> None:
        reason, self.refused = self.refused, None
        if reason is None:
            skips = [e for e in self.match.journal[self.told :] if e.sort == "skip"]
            reason = skips[-1].text().rpartition("not carried out: ")[2] if skips else None
        if reason is None:
            raise TestFailure("nothing was refused")
        if reason != values["t"]:
            raise TestFailure(f"the reason is: {reason}")

    def _then_sees(self, k: int, values: dict[str, Any]) -> None:
        seen = self._seen(k)[0]
        if any(seen) if "no" in values else not (seen and all(seen)):
            raise TestFailure("the opposite holds")

    def _then_sees_open(self, k: int, values: dict[str, Any]) -> None:
        seen = self._call(k)
        if seen != "all":
            raise TestFailure(f"it is seen by {seen}")

    def _then_sees_number(self, k: int, values: dict[str, Any]) -> None:
        _, there, wanted = self._seen(k)
        if there != wanted:
            raise TestFailure(f"there are {there}")

    def _seen(self, k: int) -> tuple[list[bool], int, int]:
        player, codes, faces, n = self._call(k)
        cards = [(code, card) for code, card in codes if card >= 0]
        sight = self.compiled.sight(self.compiled.image.seats[player])
        seen = [sight.card(code, faces >= 0 and bool(self.match.s[faces + card])) for code, card in cards]
        return seen, len(cards), n or 0
