"""The table as an app: keys, the mouse, and what a person types, answered at the table or by the course of the game."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.widgets import Input

from rulekit.diagnostics import UserError
from rulekit.i18n.errors import said
from rulekit.tabletop.answers_in_a_row import answers_in
from rulekit.tabletop.commands import is_number
from rulekit.tabletop.commands import read as read_words
from rulekit.tabletop.hint import hint
from rulekit.tabletop.page import Page
from rulekit.tabletop.story_page import story_page
from rulekit.tabletop.table_view import TableView
from rulekit.tui.course import TableCourse
from rulekit.tui.map_view import MapView
from rulekit.tui.prompt import FollowUpPrompt
from rulekit.tui.question_view import QuestionView

LOG = 40
"""Sentences of the story that `log` shows where no number is said."""


class TableApp(TableCourse):
    """One game at this table. It ends with ``left``, ``over`` or ``broken``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "leave", "leave", priority=True),
        Binding("f1", "help", "help"),
        Binding("f2", "command('why')", "why"),
        Binding("f3", "command('log')", "log"),
        Binding("f4", "command('board')", "table"),
        Binding("f5", "list", "list"),
        Binding("f6", "command('hint')", "hint"),
        Binding("ctrl+z", "command('undo')", "undo", priority=True),
        Binding("tab", "pane", "pane", priority=True),
        Binding("escape", "skip", "skip"),
        Binding("up", "point(0, -1)", "up"),
        Binding("down", "point(0, 1)", "down"),
        Binding("shift+left", "pan(-8, 0)", "pan", priority=True),
        Binding("shift+right", "pan(8, 0)", "pan", priority=True),
        Binding("shift+up", "pan(0, -4)", "pan", priority=True),
        Binding("shift+down", "pan(0, 4)", "pan", priority=True),
        Binding("pageup", "scroll_story(-1)", "story", priority=False),
        Binding("pagedown", "scroll_story(1)", "story", priority=False),
    ]

    # ------------------------------------------------------------ what is typed
    def on_input_submitted(self, event: Input.Submitted) -> None:
        typed = event.value
        event.input.clear()
        if self.telling is not None and not typed.strip():
            self._tell_on()
            return
        if self.asked is None:
            if read_words(typed)[0] == "quit":
                self.action_leave()
            return
        if not typed.strip():
            k = self.query_one(QuestionView).cursor
            if k >= 0:
                self._choose(k)
            return
        if self._fill(typed):
            return
        command, rest = read_words(typed)
        if isinstance(self.asked, FollowUpPrompt):
            times = self.asked.more.read(typed)
            numbers = [str(choice.number) for choice in self.asked.choices]
            times = numbers.index(typed.strip()) if typed.strip() in numbers else times
            if times is not None:
                self._choose(times)
        elif command in ("number", "name"):
            self._answer(rest)
        else:
            self._command(command, rest)

    def _answer(self, typed: str) -> None:
        """Answers a question with what was typed: one answer, or several in one line."""
        assert self.asked is not None
        question = self.asked.question
        answers = answers_in(question, typed)
        choice = None if answers else question.choose(typed)
        if choice is None:
            self._in_a_row(answers)
        elif isinstance(choice, Page):
            self._reply(choice)
        else:
            self._choose(choice)

    def on_input_changed(self, event: Input.Changed) -> None:
        """While a number is typed, its option is pointed at."""
        if self.asked is not None and is_number(event.value):
            numbers = [choice.number for choice in self.asked.choices]
            if int(event.value) in numbers:
                self.query_one(QuestionView).point(numbers.index(int(event.value)))

    # ------------------------------------------------------------ commands
    def _command(self, command: str, rest: str) -> None:
        asked = self.asked
        if asked is None:
            return
        viewer, match, view = asked.viewer, self.driver.match, TableView(self.texts)
        match command:
            case "help" if rest:
                self._open(f"? {rest}", view.rules(asked.question, whole=True))
            case "help":
                self.action_help()
            case "why":
                self._open(f"{self.texts('why')} {rest}".strip(), asked.explain(rest))
            case "log":
                most = int(rest) if is_number(rest) else LOG
                self._open(self.say("story"), story_page(self.texts, match, viewer, most=most), from_end=True)
            case "show" if rest:
                self._reply(view.about(match, viewer, rest), rest)
            case "board" | "show":
                self._open(self.say("table"), view.everything(match, viewer))
            case "undo":
                self._undo(viewer, rest)
            case "hint":
                self._message(self.texts("thinking"))
                self._hint()
            case "form" if asked.form is None:
                self._message(self.texts("no_form"))
            case "form":
                self.action_skip()
            case "save":
                self._save(rest)
            case "quit":
                self.action_leave()

    @work(thread=True, exclusive=True, group="hint")
    def _hint(self) -> None:
        """What a bot would do; it thinks in a thread of its own, on a copy."""
        asked, decided = self.asked, self.driver.match.decided
        if asked is None:
            return
        if asked.form is not None:
            found = asked.form.hint()
        else:
            match = self.driver.match.copy()
            decision = match.decision_of(self.viewer)
            assert decision is not None, "a hint is for who is asked"
            found = hint(self.texts, match, decision, asked.question)
        self.call_from_thread(self._hinted, found, decided)

    def _hinted(self, found: Page, decided: int) -> None:
        if self.asked is not None and self.driver.match.decided == decided:
            self._message(found)

    def _save(self, name: str) -> None:
        autosave, match = self.driver.autosave, self.driver.match
        try:
            path = autosave.write_copy(match, Path(name).expanduser()) if name else autosave.write(match)
        except UserError as error:
            self._message(said(error, self.texts.lang))
        else:
            self._message(self.texts("saved", path=path))

    # ------------------------------------------------------------ the mouse
    def on_question_view_choice_highlighted(self) -> None:
        self._show_map()

    def on_question_view_choice_clicked(self, event: QuestionView.ChoiceClicked) -> None:
        self._choose(event.index)

    def on_map_view_place_selected(self, event: MapView.PlaceSelected) -> None:
        k = self.asked.at(event.thing) if self.asked is not None else None
        if k is not None:
            self._choose(k)
        elif self.asked is not None and self.board_map is not None:
            place = next(p for p in self.board_map.places.values() if p.thing == event.thing)
            self._command("show", place.name(self.texts.lang))

    # ------------------------------------------------------------ keys
    def action_leave(self) -> None:
        self.exit("left" if not self.driver.match.over else "over")

    def action_help(self) -> None:
        help_ = Page()
        if self.asked is not None:
            help_ = TableView(self.texts).rules(self.asked.question)
        help_.line()
        help_.line(self.say("help"))
        self._open("?", help_)

    def action_command(self, command: str) -> None:
        self._command(command, "")

    def action_point(self, across: int, down: int) -> None:
        self.query_one(QuestionView).move(across, down)

    def action_go_on(self) -> None:
        """Shows the next event."""
        self._tell_on()

    def action_skip(self) -> None:
        """All that is left to be told at once; in a form back to its lines."""
        if self.telling is not None:
            self._tell_on(whole=True)
        elif self.asked is not None and self.asked.form is not None and self.asked.form.line is not None:
            self._fill("back")
