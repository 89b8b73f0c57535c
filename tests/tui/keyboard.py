"""Somebody who plays by typing: each line holds one action, as `march, Kyo, Otsu, all`."""

from __future__ import annotations

from random import Random

from attrs import define, field

from rulekit.runtime.decisions import Decision, Option
from rulekit.runtime.forms import Form, form_of
from rulekit.runtime.match import Match
from rulekit.runtime.undo import obstacle

MOST_MARCHES = 2
"""So many times he takes up the same in a turn before he ends it"""
ENDS = ("end ", "nothing more")


@define
class Typist:
    """``random`` chooses among what the rules offer. He declines what can be declined, but for what he has begun."""

    random: Random
    _begun: dict[tuple[int, str], int] = field(init=False, factory=dict)
    """(question, turn) -> how often it was answered"""

    def line(self, match: Match, decision: Decision) -> str:
        """What he types at a question."""
        form = form_of(match, decision)
        return self._action(match, decision) if form is None else self._filled(form)

    def _filled(self, form: Form) -> str:
        """A whole form: each line by its number."""
        orders = []
        for k in range(len(form.lines())):
            before, options = list(form.values), form.options(k)
            value, label = self.random.choice(options)
            while form.set(k, value):
                form.values = list(before)
                options.remove((value, label))
                value, label = self.random.choice(options)
            orders.append(f"{k + 1} {label}")
        return ", ".join([*orders, "done"])

    def _action(self, match: Match, decision: Decision) -> str:
        copy, player, said = match.copy(), decision.player, list[str]()
        asked: Decision | None = copy.decision_of(player)
        while asked is not None and (not said or asked.question != decision.question):
            if asked.about.op == "choose-band" and len(asked.values) > 2:
                return ", ".join([*said, "all"])
            option = self._pick(asked, copy)
            label = option.label()
            copy.choose(asked, option)
            said.append(label)
            asked = copy.decision_of(player)
            if label.startswith(ENDS) or obstacle(copy, player) or (asked is not None and form_of(copy, asked)):
                break
        return ", ".join(said)

    def _pick(self, asked: Decision, match: Match) -> Option:
        options = list(asked.options)
        declining = next((option for option in options if asked.declines(option.value)), None)
        ending = next((option for option in options if option.label().startswith(ENDS)), declining)
        header = match.header(asked.player).lines
        key = asked.question, header[0].text if header else ""
        self._begun[key] = self._begun.get(key, 0) + 1
        if ending is not None and (ending is declining or self._begun[key] > MOST_MARCHES):
            return ending
        return options[0] if ending is not None else self.random.choice(options)
