"""The map as a widget: it fits itself to its room, is zoomed and panned by keys and mouse, and says which place was clicked."""

from __future__ import annotations

from math import sqrt

from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from rulekit.tui.drawing import MapScene, draw
from rulekit.tui.geography import Geography
from rulekit.tui.labels import Label, labels
from rulekit.tui.raster import ASPECT, Raster

CELLS = 30
"""So many cells a place needs to be read."""
LARGEST = 420
"""No map has more columns."""
STEP = 1.35
"""How much larger or smaller a map becomes with one step."""


class MapView(ScrollView, can_focus=False):
    """A board with a scene on it."""

    DEFAULT_CSS = "MapView { scrollbar-size: 0 0; background: #17344a; }"

    class PlaceSelected(Message):
        """Sent when a place is clicked, with its name in the rules."""

        def __init__(self, thing: str) -> None:
            super().__init__()
            self.thing = thing

    def __init__(self, geography: Geography, language: str, id: str | None = None) -> None:
        super().__init__(id=id)
        self.geography, self.language = geography, language
        self.scene = MapScene()
        self._zoom = 1.0
        self._raster: Raster | None = None
        self._labels: dict[str, Label] = {}
        self._rows: list[list[Segment]] = []
        self._held: tuple[int, int] | None = None
        self._moved = False

    # ------------------------------------------------------------ what is shown
    def show(self, scene: MapScene) -> None:
        """Shows another position or other options; scrolls only if part of them would be out of view."""
        self.scene = scene
        self._draw()
        self._into_sight()

    def zoom(self, by: int) -> None:
        """Zooms in by so many steps, or out if negative, around the centre of the view."""
        x, y = self._middle()
        self._zoom = max(0.2, min(8.0, self._zoom * STEP**by))
        self._fit()
        self._centre(x, y)

    def whole(self) -> None:
        """Back to where everything can be read, or, where it was that, to the whole board."""
        fits = min(self.size.width / self._readable(), 1.0)
        self._zoom = 1.0 if self._zoom != 1.0 else max(0.2, fits)
        self._fit()
        self._into_sight()

    def pan(self, across: int, down: int) -> None:
        self.scroll_relative(across, down, animate=False)

    def on_resize(self, event: events.Resize) -> None:
        x, y = self._middle()
        self._fit()
        self._centre(x, y)
        self._into_sight()

    def _readable(self) -> int:
        """The width at which all names can be read, or the whole board fits, if that is larger."""
        frame = self.geography.frame
        shape = (frame.right - frame.left) / (frame.bottom - frame.top)
        enough = sqrt(CELLS * len(self.geography.areas) * ASPECT * shape)
        fits = min(self.size.width, self.size.height * ASPECT * shape)
        return max(12, int(max(enough, fits)))

    def _fit(self) -> None:
        if not self.size.width or not self.size.height:
            return
        columns = min(LARGEST, max(12, int(self._readable() * self._zoom)))
        if self._raster is None or self._raster.columns != columns:
            self._raster = Raster(self.geography, columns)
            names = {key: place.name(self.language) for key, place in self.geography.board.places.items()}
            self._labels = labels(self._raster, names)
            self.virtual_size = Size(columns, self._raster.rows)
        self._draw()

    def _draw(self) -> None:
        if self._raster is not None:
            self._rows = draw(self._raster, self._labels, self.scene).rows()
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the window: the part of the drawing that is scrolled to, in the middle where it is smaller."""
        left, top = self.scroll_offset
        wide, high = self.size.width, self.size.height
        row = y + top - max(0, (high - len(self._rows)) // 2)
        if self._raster is None or not 0 <= row < len(self._rows):
            return Strip.blank(wide, self.rich_style)
        indent = max(0, (wide - self._raster.columns) // 2)
        strip = Strip(self._rows[row], self._raster.columns).crop(left, left + wide)
        blank = Segment(" " * indent, self.rich_style)
        return Strip([blank, *strip] if indent else strip).extend_cell_length(wide, self.rich_style)

    # ------------------------------------------------------------ where one looks
    def _middle(self) -> tuple[float, float]:
        """The centre of the view, as fractions of the drawing."""
        if self._raster is None:
            return 0.5, 0.5
        left, top = self.scroll_offset
        return (left + self.size.width / 2) / self._raster.columns, (top + self.size.height / 2) / self._raster.rows

    def _centre(self, x: float, y: float) -> None:
        if self._raster is not None:
            to = x * self._raster.columns - self.size.width / 2, y * self._raster.rows - self.size.height / 2
            self.scroll_to(max(0, round(to[0])), max(0, round(to[1])), animate=False, force=True, immediate=True)

    def _into_sight(self) -> None:
        """Brings the place that is pointed at into sight, or else the options, or what has just happened."""
        scene = self.scene
        wanted = [scene.cursor] if scene.cursor else [*(scene.options or scene.lit)]
        things = {place.thing: key for key, place in self.geography.board.places.items()}
        found = [self._labels[things[thing]] for thing in wanted if thing in things and things[thing] in self._labels]
        if not found or self._raster is None:
            return
        left, right = min(label.x for label in found), max(label.x + label.width for label in found)
        top, bottom = min(label.y for label in found), max(label.held + 1 for label in found)
        seen = Region(*self.scroll_offset, self.size.width, self.size.height)
        if seen.contains_region(Region(left, top, right - left, bottom - top)):
            return
        self._centre((left + right) / 2 / self._raster.columns, (top + bottom) / 2 / self._raster.rows)

    # ------------------------------------------------------------ the mouse
    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.zoom(1)
        event.stop()
        event.prevent_default()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.zoom(-1)
        event.stop()
        event.prevent_default()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._held, self._moved = (event.screen_x, event.screen_y), False
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._held is not None and (event.delta_x or event.delta_y):
            self._moved = True
            self.pan(-event.delta_x, -event.delta_y)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self.release_mouse()
        if self._held is not None and not self._moved:
            thing = self.thing_at(event.x, event.y)
            if thing:
                self.post_message(self.PlaceSelected(thing))
        self._held = None

    def thing_at(self, x: int, y: int) -> str:
        """The place that is drawn in a cell of the window, or whose label stands there; nothing in the sea."""
        if self._raster is None:
            return ""
        left, top = self.scroll_offset
        x += left - max(0, (self.size.width - self._raster.columns) // 2)
        y += top - max(0, (self.size.height - self._raster.rows) // 2)
        places = self.geography.board.places
        for key, label in self._labels.items():
            if y in label.rows and label.x <= x < label.x + label.width:
                return places[key].thing
        inside = 0 <= y < self._raster.rows and 0 <= x < self._raster.columns
        owner = self._raster.owner[y][x] if inside else None
        return places[owner].thing if owner is not None else ""
