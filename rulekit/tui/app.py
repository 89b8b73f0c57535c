"""The table: it shows what a person may see, takes his choices, and lets the bots play on between them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical, VerticalScroll
from textual.widgets import Input, Static

from rulekit.board import Board as BoardMap
from rulekit.board import read_position
from rulekit.board.sides import Owner, owners
from rulekit.cli.table.board import Board
from rulekit.cli.table.forms import FormTalk
from rulekit.cli.table.hinting import tell_hint
from rulekit.cli.table.question import Question
from rulekit.cli.table.result import show_result
from rulekit.cli.table.showing import Showing
from rulekit.cli.table.telling import player_names, tell
from rulekit.cli.table.words import is_number
from rulekit.cli.table.words import read as read_words
from rulekit.cli.texts import Texts
from rulekit.diagnostics import UserError
from rulekit.runtime.failures import Refused
from rulekit.runtime.forms import form_of
from rulekit.tui import panes
from rulekit.tui.asking import Asked, AskedForm
from rulekit.tui.command_line import CommandLine
from rulekit.tui.drawing import Scene
from rulekit.tui.geography import Geography, geography
from rulekit.tui.map_view import MapView
from rulekit.tui.naming import PlaceNames
from rulekit.tui.pace import Pace, Telling
from rulekit.tui.paper import Paper
from rulekit.tui.question_view import QuestionView
from rulekit.tui.screens import Curtain, Panel
from rulekit.tui.sitting import Sitting
from rulekit.tui.story import Line, told
from rulekit.tui.texts import say

if TYPE_CHECKING:
    from rulekit import Game
    from rulekit.cli.table.watching import Watch

FEW = 3
"""More than one in so many places are not lit: what is everywhere is no news."""
WIDE = (100, 30)
"""From this size on map, story and table are seen together."""
LOG = 40
LOOK = 1.0
"""Seconds between two looks at rule files that are watched."""
KEPT = 200
"""So many lines of the story before the last choice can still be read."""
QUESTION = 9
"""The question takes so many lines at most; on a small screen fewer."""


class TableApp(App[str]):
    """One sitting. It ends with ``left``, ``over`` or ``broken``."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[Any]] = [
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

    def __init__(
        self, rules: Game, sitting: Sitting, texts: Texts, board: BoardMap | None, pace: Pace = "fast",
        watch: Watch | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.rule_watch = watch
        self.rules, self.sitting, self.texts, self.board_map = rules, sitting, texts, board
        self.shape: Geography | None = geography(board) if board is not None else None
        self.places = {place.thing for place in board.places.values()} if board is not None else set()
        self.names = PlaceNames(board, texts.lang) if board is not None else None
        self.pace = pace
        self.telling: Telling | None = None
        """what has happened and is not told yet: until then nobody is asked"""
        self.asked: Asked | None = None
        self.busy = True
        """Bots choose, or the curtain is down: nobody is asked."""
        self.error: BaseException | None = None
        self.pane = "map"
        self.viewer = ""
        self._new: Sequence[Line] = ()
        self._lit: set[str] = set()
        self._before: list[Line] = []
        self._sides: Mapping[str, Owner] = {}
        self._order: Sequence[str] = ()
        """the names of the players in the order of their turns, if the game shows one"""
        self._names: Mapping[str, str] = player_names(sitting.match, texts)

    def say(self, key: str, **values: object) -> str:
        return say(self.texts.lang, key, **values)

    # ------------------------------------------------------------ the screen
    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        with Container(id="body"):
            with Vertical(id="main"):
                if self.shape is not None:
                    yield MapView(self.shape, self.texts.lang, id="map")
                with VerticalScroll(id="list", can_focus=False):
                    yield Static(id="places", markup=False)
            with Vertical(id="side"):
                yield Static(id="players", markup=False)
                yield Static(id="own", markup=False)
                with VerticalScroll(id="story", can_focus=False):
                    yield Static(id="told", markup=False)
        yield QuestionView(id="question")
        yield Static(id="message", markup=False)
        yield CommandLine(id="line", placeholder="")
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        self.theme = "textual-dark"
        self.query_one("#line").focus()
        self.query_one("#list").display = self.shape is None
        people = self.sitting.people
        self.viewer = people[0]
        if self.sitting.match.decided and len(people) == 1:  # it was told before the game was left
            self._before = told(self.sitting.match, self.viewer, 0, self.texts.lang, self.places)
            self.sitting.told[self.viewer] = self.sitting.match.happened
        self._arrange()
        self._refresh_table()
        if self.rule_watch is not None:
            self.set_interval(LOOK, self._look)
        self._go_on()

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._arrange)

    def _arrange(self) -> None:
        """Everything side by side where there is room, else one pane at a time."""
        wide = self.size.width >= WIDE[0] and self.size.height >= WIDE[1]
        self.set_class(not wide, "narrow")
        main, side = self.query_one("#main"), self.query_one("#side")
        main.display = wide or self.pane == "map"
        side.display = wide or self.pane != "map"
        self.query_one("#story").display = wide or self.pane == "story"
        for pane in ("#players", "#own"):
            self.query_one(pane).display = wide or self.pane == "table"
        self.query_one("#keys", Static).update(self.say("keys" if self.size.width >= 118 else "keys_short"))
        self._fit_question()
        self.call_after_refresh(self._refresh_side)

    def _fit_question(self) -> None:
        view = self.query_one(QuestionView)
        most = max(4, min(QUESTION, self.size.height // 3))
        view.styles.height = max(2, min(view.lines, most))

    @property
    def is_narrow(self) -> bool:
        return self.has_class("narrow")

    # ------------------------------------------------------------ what is seen of the table
    def _view(self) -> Board:
        return Board(self.sitting.match.view(self.viewer or None, lang=self.texts.lang), self.texts)

    def _refresh_table(self) -> None:
        """Map, players and one's own things as they stand now."""
        view = self._view()
        title = self.rules.names.get(self.texts.lang, self.rules.title)
        above = self.sitting.match.header(self.viewer or None, self.texts.lang)
        said = [line.text for line in above.lines]
        self._order = panes.order_of(above, self.sitting.match.players)
        self.query_one("#head", Static).update(panes.header(view, said, title))
        if self.board_map is not None:
            position = read_position(view.view, self.board_map)
            self._sides = owners(self.board_map, position, self.texts.lang)
            self._show_map()
            self._show_list()
        self._refresh_side()

    def _show_map(self) -> None:
        if self.board_map is None:
            return
        position = read_position(self._view().view, self.board_map)
        numbered = self.asked.numbered if self.asked is not None else {}
        lit = self._lit if len(self._lit) <= max(1, len(self.board_map.places) // FEW) else set()
        k = self.query_one(QuestionView).cursor
        cursor = self.asked.places[k] if self.asked is not None and 0 <= k < len(self.asked.places) else ""
        coloured = not os.environ.get("NO_COLOR")
        self.query_one(MapView).show(Scene(position, self._sides, numbered, lit, cursor, coloured))

    def _show_list(self) -> None:
        if self.board_map is not None:
            from rulekit.board.chart import chart

            position = read_position(self._view().view, self.board_map)
            text = chart(self.board_map, self.texts.lang, 0, position)
            self.query_one("#places", Static).update(text)

    def _refresh_side(self) -> None:
        view = self._view()
        width = max(20, self.query_one("#side").size.width)
        self.query_one("#players", Static).update(
            panes.sheets(panes.in_order(view.players(), self._order), self.texts, width, self._sides)
        )
        self.query_one("#own", Static).update(panes.sheets(view.own(), self.texts, width, self._sides))
        if self.shape is None:
            self.query_one("#places", Static).update(
                panes.sheets(view.everything(), self.texts, self.query_one("#main").size.width - 2, self._sides)
            )
        self._show_story()

    def _show_story(self) -> None:
        told_text = panes.story(self._before[-KEPT:], self._new, self._sides)
        self.query_one("#told", Static).update(told_text if told_text else Text(self.say("nothing_yet"), "dim"))
        self.call_after_refresh(self.query_one("#story").scroll_end, animate=False)

    def _message(self, text: str | Text = "") -> None:
        message = self.query_one("#message", Static)
        message.update(text)
        message.display = bool(text)

    def _open(self, title: str, text: Text, from_end: bool = False) -> None:
        self.push_screen(Panel(title, text, self.say("close"), from_end))

    def _paper(self) -> Paper:
        return Paper(max(40, self.size.width - 8), self.size.height)

    # ------------------------------------------------------------ the course of the game
    def _go_on(self) -> None:
        """Bots choose, in a thread of their own, until a person is asked or the game is over."""
        self.asked, self.busy = None, True
        self.query_one(QuestionView).ask([(self.say("thinking"), "dim")], ())
        self._fit_question()
        self._play_bots()

    @work(thread=True, exclusive=True)
    def _play_bots(self) -> None:
        try:
            while self.sitting.step():
                pass
        except BaseException as error:
            self.error = error
            self.call_from_thread(self.exit, "broken")
            return
        self.call_from_thread(self._bots_done)

    def _bots_done(self) -> None:
        decision = self.sitting.pending()
        if decision is None:
            self._tell(self.viewer)
            return
        viewer = self.sitting.viewer(decision)
        several = len(self.sitting.people) > 1
        if several and self.sitting.last != viewer:
            name = self._names[viewer]
            curtain = Curtain(f"{self.say('curtain', player=name)}\n\n{self.say('look_away')}")
            self._before = []
            self.push_screen(curtain, lambda _: self._tell(viewer))
        else:
            self._tell(viewer)

    def _tell(self, viewer: str) -> None:
        """Tells what has happened since this player was asked last, at the pace of the table; then asks."""
        match = self.sitting.match
        self.viewer = self.sitting.last = viewer
        since = min(self.sitting.told.get(viewer, 0), match.happened)
        self._before += self._new
        self._new = ()
        lines = told(match, viewer, since, self.texts.lang, self.places)
        self.sitting.told[viewer] = match.happened
        self.telling = Telling(lines, self.pace)
        self._tell_on()

    def _tell_on(self, whole: bool = False) -> None:
        """The next event, or all that is left; after the last one the question."""
        telling = self.telling
        if telling is None:
            return
        if whole:
            telling.rest()
        wait = telling.next()
        self._new = telling.told
        self._lit = telling.places
        if wait is None:
            self.telling = None
            if self.sitting.match.over:
                self._finish()
            else:
                self._ask(viewer=self.viewer)
            return
        self.query_one(QuestionView).ask([(self.say("go_on"), "dim")], ())
        self._fit_question()
        self._refresh_table()
        if wait:
            self.set_timer(wait, lambda: self._tell_on() if self.telling is telling else None)

    def _ask(self, viewer: str) -> None:
        """Puts the pending question to whoever sits at the keyboard now."""
        decision = self.sitting.pending()
        if decision is None:
            return
        question = Question(self._paper(), self.texts, decision, self._names[decision.player], viewer)
        form = form_of(self.sitting.match, decision)
        talk = FormTalk(form, self.texts) if form is not None else None
        self.asked = Asked(question, self.names) if talk is None else AskedForm(question, self.names, talk)
        self.busy = False
        self._message(self.sitting.trouble)
        self._put()

    def _put(self) -> None:
        """Shows what is asked, as it stands."""
        if self.asked is None:
            return
        who = self._names[self.asked.decision.player]
        side = next((owner for owner in self._sides.values() if owner.name == who), None)
        style = f"bold {side.ink} on {side.colour}" if side is not None else "bold"
        course = self.sitting.match.header(self.viewer, self.texts.lang).course
        going_on = (
            "".join(str(part) for part in course[-1].parts).removeprefix(f"{who}{self.texts.colon}") if course else ""
        )
        prompt = [(f" {who} ", style), (f" {going_on}" + (" ·" if going_on else ""), "dim")]
        prompt.append((f" {self.asked.prompt}", "bold"))
        self.query_one(QuestionView).ask(prompt, self.asked.choices, self.asked.note, self.asked.cursor)
        self._fit_question()
        self._refresh_table()

    def _fill(self, typed: str) -> bool:
        """Something typed into a form; False when it is nothing for it."""
        asked = self.asked
        if not isinstance(asked, AskedForm):
            return False
        talk = asked.talk
        try:
            said = talk.read(typed)
        except KeyError:
            return False
        if talk.done:
            self.sitting.send(talk.form)
            self._go_on()
            return True
        self.asked = AskedForm(asked.question, self.names, talk)
        self._put()
        self._message(said)
        return True

    def _finish(self) -> None:
        """The game is over: the standings, and nothing more to choose."""
        self.asked, self.busy = None, True
        paper = self._paper()
        show_result(paper, self.texts, self.sitting.match)
        self.query_one(QuestionView).ask([(self.say("over"), "bold")], ())
        self._fit_question()
        self._refresh_table()
        self._open(self.texts("over"), paper.take())

    def _choose(self, k: int) -> None:
        if self.asked is None or self._fill(str(k + 1)):
            return
        if k >= self.asked.question.count:  # one that is refused: the reason is told
            self.asked.question.explain(str(self.asked.question.numbers[k]))
            self._message(self.asked.paper.take())
            return
        try:
            self.sitting.choose(self.asked.decision, k)
        except Refused as reason:
            self._message(str(reason))
            return
        self._go_on()

    # ------------------------------------------------------------ what the person does
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
        if command in ("number", "name"):
            choice = self.asked.question.choose(rest)
            said = self.asked.paper.take()
            if choice is not None:
                self._choose(choice)
            else:
                self._told(said)
        else:
            self._command(command, rest)

    def _told(self, text: Text, title: str = "") -> None:
        """A short answer stands above the input line, a long one in a panel."""
        if len(text.split()) > 2 or title:
            self._open(title, text)
        else:
            self._message(text)

    def _command(self, command: str, rest: str) -> None:
        asked = self.asked
        if asked is None:
            return
        paper, viewer = asked.paper, asked.viewer
        showing = Showing(paper, self.texts)
        match command:
            case "help":
                self.action_help()
            case "why":
                asked.question.explain(rest)
                self._open(f"why {rest}".strip(), paper.take())
            case "log":
                most = int(rest) if is_number(rest) else LOG
                tell(paper, self.texts, self.sitting.match.journal, viewer, most=most, rules=True)
                self._open(self.say("story"), paper.take(), from_end=True)
            case "show" if rest:
                showing.about(self.sitting.match, viewer, rest)
                self._told(paper.take(), rest)
            case "board" | "show":
                showing.everything(self.sitting.match, viewer)
                self._open(self.say("table"), paper.take())
            case "undo":
                self._undo(viewer)
            case "hint":
                self._message(self.texts("thinking"))
                self._hint()
            case "save":
                self._save(rest)
            case "quit":
                self.action_leave()

    @work(thread=True, exclusive=True, group="hint")
    def _hint(self) -> None:
        """What a bot would do; it thinks in a thread of its own, on a copy."""
        match, paper = self.sitting.match.copy(), self._paper()
        asked = next(d for d in match.decisions if d.player == self.viewer)
        tell_hint(paper, self.texts, match, asked)
        self.call_from_thread(self._hinted, paper.take(), match.decided)

    def _hinted(self, said: Text, decided: int) -> None:
        if self.asked is not None and self.sitting.match.decided == decided:
            self._message(said)

    def _undo(self, viewer: str) -> None:
        reason = self.sitting.match.can_undo(viewer, self.texts.lang)
        if reason is not None:
            self._message(self.texts("no_undo", reason=reason))
            return
        asked = self.sitting.undo(viewer, self.texts.lang)
        self._new, self._lit = (), set()
        self._ask(viewer)
        self._message(self.texts("undone", question=asked))

    def _look(self) -> None:
        """Whether watched rule files have changed while somebody is asked: then the game goes on under the new rules."""
        if self.rule_watch is None or self.asked is None or len(self.screen_stack) > 1 or not self.rule_watch.news():
            return
        paper, people = self._paper(), self.sitting.people
        moved = self.rule_watch.look(self.sitting.match, paper, self.texts, people[0] if len(people) == 1 else None)
        if moved is not None:
            self.sitting.take_over(moved)
            self._names = player_names(moved, self.texts)
            self._go_on()
        self._open(self.texts("reading_rules"), paper.take())

    def _save(self, name: str) -> None:
        keeper, match = self.sitting.keeper, self.sitting.match
        try:
            path = keeper.keep_copy(match, Path(name).expanduser()) if name else keeper.keep(match)
        except UserError as error:
            self._message(str(error))
        else:
            self._message(self.texts("saved", path=path))

    def on_input_changed(self, event: Input.Changed) -> None:
        """While a number is typed, its option is pointed at."""
        if self.asked is not None and is_number(event.value):
            numbers = [choice.number for choice in self.asked.choices]
            if int(event.value) in numbers:
                self.query_one(QuestionView).point(numbers.index(int(event.value)))

    def on_question_view_pointed(self) -> None:
        self._show_map()

    def on_question_view_clicked(self, event: QuestionView.Clicked) -> None:
        self._choose(event.index)

    def on_map_view_chosen(self, event: MapView.Chosen) -> None:
        k = self.asked.at(event.thing) if self.asked is not None else None
        if k is not None:
            self._choose(k)
        elif self.asked is not None and self.board_map is not None:
            place = next(p for p in self.board_map.places.values() if p.thing == event.thing)
            self._command("show", place.name(self.texts.lang))

    # ------------------------------------------------------------ keys
    def action_leave(self) -> None:
        self.exit("left" if not self.sitting.match.over else "over")

    def action_help(self) -> None:
        paper = self._paper()
        if self.asked is not None:
            Showing(paper, self.texts).rules(self.asked.question)
        rules = paper.take()
        self._open("?", Text("\n\n").join([rules, Text(self.say("help"))]) if rules else Text(self.say("help")))

    def action_command(self, command: str) -> None:
        self._command(command, "")

    def action_point(self, across: int, down: int) -> None:
        self.query_one(QuestionView).move(across, down)

    def action_zoom(self, by: int) -> None:
        if self.shape is not None:
            self.query_one(MapView).zoom(by)

    def action_whole(self) -> None:
        if self.shape is not None:
            self.query_one(MapView).whole()

    def action_pan(self, across: int, down: int) -> None:
        if self.shape is not None:
            self.query_one(MapView).pan(across, down)

    def action_list(self) -> None:
        """The map, or the list of places with their neighbours."""
        if self.shape is not None:
            listed = self.query_one("#list")
            listed.display = not listed.display
            self.query_one(MapView).display = not listed.display

    def action_pane(self) -> None:
        """On a small screen: the map, the story, the players and one's own things, in turn."""
        if self.is_narrow:
            panes_ = ("map", "story", "table")
            self.pane = panes_[(panes_.index(self.pane) + 1) % len(panes_)]
            self._arrange()

    def action_scroll_story(self, by: int) -> None:
        story = self.query_one("#story")
        (story.scroll_page_up if by < 0 else story.scroll_page_down)(animate=False)

    def action_go_on(self) -> None:
        """The next event of what is being told."""
        self._tell_on()

    def action_skip(self) -> None:
        """All that is left to be told at once; in a form back to its lines."""
        if self.telling is not None:
            self._tell_on(whole=True)
        elif self.asked is not None and self.asked.form is not None and self.asked.form.line is not None:
            self._fill("back")
