"""Plays a game at the terminal: people are asked, bots choose, and every choice of a person is saved."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.cli.screen import Screen
from rulekit.cli.table.forms import fill
from rulekit.cli.table.interrupts import Interrupts
from rulekit.cli.table.poll import News, Poller
from rulekit.diagnostics import UserError
from rulekit.i18n.errors import said
from rulekit.runtime.failures import Refused
from rulekit.runtime.forms import form_of
from rulekit.tabletop.answers_in_a_row import answer_in_a_row, answers_in
from rulekit.tabletop.commands import is_number
from rulekit.tabletop.commands import read as read_words
from rulekit.tabletop.driver import Driver
from rulekit.tabletop.follow_up import follow_up
from rulekit.tabletop.form_entry import FormEntry
from rulekit.tabletop.form_words import is_form_word
from rulekit.tabletop.hint import hint
from rulekit.tabletop.numbering import OptionNumbers
from rulekit.tabletop.page import Page
from rulekit.tabletop.question import QuestionMenu
from rulekit.tabletop.story_page import player_names, story_page
from rulekit.tabletop.table_view import TableView
from rulekit.tabletop.texts import Texts
from rulekit.tabletop.typed import meant, parts
from rulekit.tabletop.typed_lines import fits

if TYPE_CHECKING:
    from rulekit import Match
    from rulekit.runtime.decisions import Decision
    from rulekit.tabletop.reload import RulesWatcher

LOG = 20


class Leave(Exception):
    """The player leaves the game."""


@define
class Session:
    """One game from here to its end, or until somebody leaves."""

    driver: Driver
    screen: Screen
    texts: Texts
    interrupts: Interrupts
    watch: RulesWatcher | None = None
    _asked: dict[str, int] = field(init=False, factory=dict)
    """player -> how many choices had been made when they were asked last"""
    _numbering: OptionNumbers = field(init=False, factory=OptionNumbers)
    _view: TableView = field(init=False)
    _names: Mapping[str, str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._view = TableView(self.texts)
        self._names = player_names(self.match, self.texts)

    @property
    def match(self) -> Match:
        return self.driver.match

    def run(self) -> None:
        """Plays to the end. Raises Leave when a person leaves."""
        while not self.match.over:
            self.interrupts.check()
            self._reload()
            if self.driver.step():
                continue
            decision = self.driver.pending()
            assert decision is not None, "somebody is asked until the game is over"
            viewer = self.driver.reader(decision)
            if viewer == decision.player:
                self._person(decision)
            else:
                self._onlooker(decision, viewer)
        if self.driver.viewer:
            self._tell(self.driver.viewer)

    # ------------------------------------------------------------ a person's turn
    def _person(self, decision: Decision) -> None:
        player = decision.player
        self._hand_over(player)
        question = self._menu(decision)
        self._tell(player)
        # Somebody else has moved since this player was asked last: the state is another one.
        anew = self.match.decided != self._asked.get(player, -2) + 1
        if anew:
            self._draw(self._view.header(self.match, player))
        self._draw(self._view.state(self.match, question, anew, self.screen.height))
        self._draw(question.page())
        form = form_of(self.match, decision)
        if form is not None:
            self.screen.line("  " + self.texts("form_offer", n=len(form.lines())), "dim")
        self._asked[player] = self.match.decided
        self._answer(question)

    def _onlooker(self, decision: Decision, viewer: str) -> None:
        """The result of equipment on the table is typed in by a person, also when it is a bot's turn."""
        question = QuestionMenu(self.texts, decision, self._names[decision.player], viewer)
        self._tell(viewer)
        self._draw(question.page())
        self._answer(question)

    def _hand_over(self, player: str) -> None:
        if self.driver.viewer == player:
            return
        if len(self.driver.people) > 1:
            self.screen.clear()
            self._read(self.texts("hand_over", player=self._names[player]) + " ")
            self.screen.clear()
        self._view.forget()
        self.driver.viewer = player

    def _tell(self, player: str) -> None:
        self._draw(story_page(self.texts, self.match, player, self.driver.untold(player)))

    def _draw(self, page: Page) -> None:
        self.screen.draw(page, self.texts)

    def _answer(self, question: QuestionMenu) -> None:
        """Reads input until the decision is made or taken back."""
        while True:
            typed = self._listen()
            if self._reload():
                return  # what was typed was an answer to another question
            command, rest = read_words(typed)
            if command == "name" and self._of_another(question, rest):
                if self._fill_form(question, rest):
                    return
            elif command == "name" and self._is_heading(question, rest):
                self._command("show", rest, question)
            elif command in ("number", "name"):
                if self._answers(question, rest):
                    return
            elif command == "undo":
                if self._undo(question.viewer, rest):
                    return
            elif command == "form":
                if self._fill_form(question):
                    return
            elif command:
                self._command(command, rest, question)
                if command in ("board", "show") and not rest:
                    self._draw(question.page())

    def _is_heading(self, question: QuestionMenu, typed: str) -> bool:
        """Whether a part of the table was typed, as `hand`, and nothing that can be chosen."""
        return not question.resembles(typed) and self._view.has_heading(self.match, question.viewer, typed)

    def _of_another(self, question: QuestionMenu, typed: str) -> bool:
        """Whether what was typed answers other questions of the form that begins here, or is a word for the whole form."""
        if meant(typed, question.labels):
            return False
        form, pieces = form_of(self.match, question.decision), (typed, *parts(typed))
        return form is not None and any(is_form_word(part) or fits(form, self.texts.lang, part) for part in pieces)

    def _fill_form(self, question: QuestionMenu, typed: str = "") -> bool:
        """Answers a run of like questions together; False when the form is left, or there is none. ``typed``: what is read into
        it first."""
        form = form_of(self.match, question.decision)
        if form is None:
            self.screen.line(self.texts("no_form"))
            return False
        entry = FormEntry(form, self.texts)

        def command(name: str, rest: str) -> bool:
            if name == "undo":
                return self._undo(question.viewer, rest)
            self._command(name, rest, question)
            return False

        if typed:
            try:
                self.screen.line(entry.read(typed))
            except KeyError:
                self.screen.line(entry.unknown(typed))
        sent = entry.done or fill(self.screen, entry, question, lambda: (self._listen(), self._reload()), command)
        if sent is False:
            self._draw(question.page())
            return False
        if sent:
            self.driver.send(form)
            self._say_unsaved()
        return True

    def _listen(self) -> str:
        """The typed line; empty if watched rule files change first."""
        if self.watch is None:
            return self._read("> ")
        try:
            with Poller(self.watch.news).while_asked():
                return self._read("> ")
        except News:
            self.screen.drop_typed()
            return ""

    def _reload(self) -> bool:
        """Whether the rules have changed, and the game goes on under others."""
        if self.watch is None or not self.watch.changed():
            return False
        self.screen.line(self.texts("reading_rules"), "dim")
        people = self.driver.people
        moved, page = self.watch.reload(self.match, self.texts, people[0] if len(people) == 1 else None)
        self._draw(page)
        if moved is None:
            return False
        self.driver.take_over(moved)
        self._names = player_names(moved, self.texts)
        self._asked.clear()
        self._view.forget()
        self._say_unsaved()
        return True

    def _answers(self, question: QuestionMenu, typed: str) -> bool:
        """One answer, or several in one line; whether another question is asked now."""
        answers = answers_in(question, typed)
        if answers:
            given, said = answer_in_a_row(self.driver, question, answers, self._menu)
            self._draw(said)
            self._say_unsaved()
            return given
        choice = question.choose(typed)
        if isinstance(choice, Page):
            self._draw(choice)
            return False
        return self._choose(question, choice)

    def _menu(self, decision: Decision) -> QuestionMenu:
        return QuestionMenu(self.texts, decision, self._names[decision.player], numbering=self._numbering)

    def _choose(self, question: QuestionMenu, choice: int) -> bool:
        option = question.options[choice]
        asked = follow_up(self.match, question.decision, option.value, question.labels[choice], self.texts)
        times: int | None = 1
        if asked is not None:
            times = asked.read(self._read(f"{asked.prompt} "))
        if not times:
            self._draw(question.page())
            return False
        return self._make(question, choice, times)

    def _make(self, question: QuestionMenu, choice: int, times: int) -> bool:
        try:
            self.driver.choose(question.decision, question.options[choice].value, times)
        except Refused as reason:
            self.screen.line(self.texts.mistake(str(reason)))
            return False
        self._say_unsaved()
        return True

    def _say_unsaved(self) -> None:
        if self.driver.unsaved is not None:
            self.screen.line(said(self.driver.unsaved, self.texts.lang))

    def _undo(self, player: str, rest: str = "") -> bool:
        """``rest``: `1` takes back one choice of a form, and not all of it."""
        try:
            asked = self.driver.undo(player, alone=bool(rest))
        except Refused as refused:
            reason = self.match.can_undo(player, self.texts.lang) or str(refused)
            self.screen.line(self.texts("no_undo", reason=reason))
            return False
        self.screen.line(self.texts("undone", question=asked.prompt(self.texts.lang) if asked is not None else ""))
        self._asked.pop(player, None)  # show the state again: it is another one
        self._say_unsaved()
        return True

    def _command(self, command: str, rest: str, question: QuestionMenu) -> None:
        player = question.viewer
        match command:
            case "help":
                self._draw(self._view.rules(question, whole=bool(rest)))
                if rest:
                    return
                self.screen.line()
                self.screen.line(self.texts("help"))
            case "why":
                self._draw(question.explain(rest))
            case "hint":
                self.screen.line(self.texts("thinking"))
                self._draw(hint(self.texts, self.match, question.decision, question))
            case "save":
                self._save(rest)
            case "log":
                self._log(player, int(rest) if is_number(rest) else LOG)
            case "show" if rest:
                self._draw(self._view.about(self.match, player, rest))
            case "board" | "show":
                self._draw(self._view.everything(self.match, player))
            case "quit":
                raise Leave

    def _log(self, player: str, most: int) -> None:
        if not len(self.match.journal):
            self.screen.line(self.texts("empty_log"))
        self._draw(story_page(self.texts, self.match, player, most=most))

    def _save(self, name: str) -> None:
        try:
            path = Path(name).expanduser() if name else None
            autosave = self.driver.autosave
            path = autosave.write(self.match) if path is None else autosave.write_copy(self.match, path)
        except UserError as error:  # the game goes on: the player may name another file
            self.screen.line(said(error, self.texts.lang))
        else:
            self.screen.line(self.texts("saved", path=path))

    def _read(self, question: str) -> str:
        try:
            with self.interrupts.at_once():
                return self.screen.ask(question)
        except EOFError:
            self.screen.line()
            raise Leave from None
