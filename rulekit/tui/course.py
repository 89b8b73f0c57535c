"""Runs a game at the full screen: bots play, events are told, then a person is asked and chooses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from textual import work

from rulekit.board import Board as BoardMap
from rulekit.i18n.errors import said
from rulekit.runtime.failures import Refused
from rulekit.runtime.forms import form_of
from rulekit.tabletop.answers_in_a_row import answer_in_a_row
from rulekit.tabletop.commands import read as read_words
from rulekit.tabletop.driver import Driver
from rulekit.tabletop.follow_up import follow_up
from rulekit.tabletop.form_entry import FormEntry
from rulekit.tabletop.numbering import OptionNumbers
from rulekit.tabletop.page import Page
from rulekit.tabletop.question import QuestionMenu
from rulekit.tabletop.result_page import result_page, who_won
from rulekit.tabletop.story import without_player
from rulekit.tabletop.story_page import player_names
from rulekit.tabletop.texts import Texts
from rulekit.tui.pace import Pace
from rulekit.tui.prompt import FollowUpPrompt, FormPrompt, Prompt
from rulekit.tui.question_view import QuestionView
from rulekit.tui.screens import HandoverScreen
from rulekit.tui.telling import TableTelling

if TYPE_CHECKING:
    from rulekit import Game
    from rulekit.runtime.decisions import Decision
    from rulekit.tabletop.reload import RulesWatcher

LOOK = 1.0
"""Seconds between two looks at rule files that are watched."""


class TableCourse(TableTelling):
    """Continues a game at the table: from a choice through the bots' moves and the story to the next question."""

    def __init__(
        self, rules: Game, driver: Driver, texts: Texts, board: BoardMap | None, pace: Pace = "fast",
        watch: RulesWatcher | None = None,
    ) -> None:  # fmt: skip
        super().__init__(rules, driver, texts, board, pace)
        self.rule_watch = watch
        self.busy = True
        """Bots choose, or the curtain is down: nobody is asked."""
        self.error: BaseException | None = None
        self._names: Mapping[str, str] = player_names(driver.match, texts)
        self._numbering = OptionNumbers()
        self._unused = Page()
        """What of the last line was no answer: it is told when the next question is put"""

    def on_mount(self) -> None:
        self.theme = "textual-dark"
        self.query_one("#line").focus()
        self.query_one("#list").display = self.shape is None
        people = self.driver.people
        self.viewer = people[0]
        if self.driver.match.decided and len(people) == 1:  # it was told before the game was left
            self._before = [*self._told(0)]
            self.driver.untold(self.viewer)
        self._arrange()
        self._refresh_table()
        if self.rule_watch is not None:
            self.set_interval(LOOK, self._look)
        self._go_on()

    def _go_on(self) -> None:
        """Bots choose, in a thread of their own, until a person is asked or the game is over, or something is to be told."""
        self.asked, self.busy = None, True
        self._message()  # a refusal belongs to the question that has been answered
        self.query_one(QuestionView).ask([(self.say("thinking"), "dim")], ())
        self._fit_question()
        self._play_bots()

    @work(thread=True, exclusive=True)
    def _play_bots(self) -> None:
        try:
            while not self._is_news() and self.driver.step():
                pass
        except BaseException as error:
            self.error = error
            self.call_from_thread(self.exit, "broken")
            return
        self.call_from_thread(self._bots_done)

    def _bots_done(self) -> None:
        decision = self.driver.pending()
        if decision is None:
            self._tell(self.viewer)
            return
        viewer = self.driver.reader(decision)
        several = len(self.driver.people) > 1
        if several and self.driver.viewer != viewer:
            name = self._names[viewer]
            curtain = HandoverScreen(f"{self.say('curtain', player=name)}\n\n{self.say('look_away')}")
            self._before, self._listed_at = [], 0
            self.push_screen(curtain, lambda _: self._tell(viewer))
        else:
            self._tell(viewer)

    def _ask(self, viewer: str) -> None:
        """Asks the person at the keyboard the pending question."""
        decision = self.driver.pending()
        if decision is None:
            return
        question = self._menu(decision, viewer)
        form = form_of(self.driver.match, decision)
        self.asked = (
            Prompt(question, self.names)
            if form is None
            else FormPrompt(question, self.names, FormEntry(form, self.texts))
        )
        self.busy = False
        if self.planning != (form is not None):
            self.planning, self.aside = form is not None, "usual"
            self._arrange()
        unsaved, unused = self.driver.unsaved, self._unused
        self._unused = Page()
        self._message(said(unsaved, self.texts.lang) if unsaved is not None else "")
        self._put()
        if unused.blocks:
            self._reply(unused)

    def _put(self) -> None:
        """Shows a question and its options."""
        if self.asked is None:
            return
        who = self._names[self.asked.decision.player]
        side = next((owner for owner in self._sides.values() if owner.name == who), None)
        style = f"bold {side.ink} on {side.colour}" if side is not None else "bold"
        course = self.driver.match.header(self.viewer, self.texts.lang).course
        going_on = without_player(course[-1], who) if course else ""
        prompt = [(f" {who} ", style), (f" {going_on}" + (" ·" if going_on else ""), "dim")]
        prompt.append((f" {self.asked.prompt}", "bold"))
        self.query_one(QuestionView).ask(prompt, self.asked.choices, self.asked.note, self.asked.cursor)
        self._fit_question()
        self._refresh_table()

    def _fill(self, typed: str) -> bool:
        """Enters typed text into a form; False if it does not belong there."""
        asked = self.asked
        if not isinstance(asked, FormPrompt):
            return False
        entry = asked.entry
        try:
            answer = entry.read(typed)
        except KeyError:
            if read_words(typed)[0] not in ("name", "number"):
                return False
            self._message(entry.unknown(typed))
            return True
        if entry.done:
            self.driver.send(entry.form)
            self._go_on()
            return True
        self.asked = FormPrompt(asked.question, self.names, entry)
        self._put()
        self._message(answer)
        return True

    def _finish(self) -> None:
        """The game is over: the standings, and nothing more to choose. Who has won is still to be read when they are closed."""
        self.asked, self.busy = None, True
        won = who_won(self.texts, self.driver.match)
        self.query_one(QuestionView).ask([(won, "bold")], (), self.say("over"))
        self._fit_question()
        self._refresh_table()
        self._open(self.texts("over"), result_page(self.texts, self.driver.match, self.board_map))

    def _choose(self, k: int) -> None:
        if self.asked is None or self._fill(str(self.asked.choices[k].number)):
            return
        if k >= self.asked.question.count:  # one that is refused: the reason is told
            self._message(self.asked.question.explain(str(self.asked.question.numbers[k])))
            return
        question, times = self.asked.question, 1
        if isinstance(self.asked, FollowUpPrompt):
            k, times = self.asked.index, k
        else:
            option, label = question.options[k], question.labels[k]
            more = follow_up(self.driver.match, question.decision, option.value, label, self.texts)
            if more is not None:
                self.asked = FollowUpPrompt(question, self.names, more, k)
                self._put()
                return
        self._make(question, k, times)

    def _in_a_row(self, answers: Sequence[str]) -> None:
        """Gives several answers that were typed in one line."""
        assert self.asked is not None
        viewer = self.asked.viewer
        given, said = answer_in_a_row(
            self.driver, self.asked.question, answers, lambda decision: self._menu(decision, viewer)
        )
        if given:
            self._unused = said
            self._go_on()
        else:
            self._reply(said)

    def _menu(self, decision: Decision, viewer: str) -> QuestionMenu:
        return QuestionMenu(self.texts, decision, self._names[decision.player], viewer, self._numbering)

    def _make(self, question: QuestionMenu, k: int, times: int) -> None:
        """Makes the choice; with 0 times the question stands as before."""
        if times == 0:
            self.asked = Prompt(question, self.names)
            self._put()
            return
        try:
            self.driver.choose(question.decision, question.options[k].value, times)
        except Refused as reason:
            self._message(self.texts.mistake(str(reason)))
            return
        self._go_on()

    def _undo(self, viewer: str, rest: str = "") -> None:
        """What was last written into the form that is open, or else the last choice."""
        if not rest and self._fill("undo"):
            return
        try:
            asked = self.driver.undo(viewer, alone=bool(rest))
        except Refused as refused:
            reason = self.driver.match.can_undo(viewer, self.texts.lang) or str(refused)
            self._message(self.texts("no_undo", reason=reason))
            return
        self._new, self._lit = (), set()
        self._ask(viewer)
        self._message(self.texts("undone", question=asked.prompt(self.texts.lang) if asked is not None else ""))

    def _look(self) -> None:
        """Whether watched rule files have changed while somebody is asked: then the game goes on under the new rules."""
        if self.rule_watch is None or self.asked is None or len(self.screen_stack) > 1 or not self.rule_watch.news():
            return
        people = self.driver.people
        moved, page = self.rule_watch.reload(self.driver.match, self.texts, people[0] if len(people) == 1 else None)
        if moved is not None:
            self.driver.take_over(moved)
            self._names = player_names(moved, self.texts)
            self._go_on()
        self._open(self.texts("reading_rules"), page)
