"""Draws a board as SVG: sea and land, areas, routes, places with their contents, a legend. It needs no script, font or file.

Everything that a page may want to find has a name of its own: a place is ``<g id="place-KEY" data-place="NAME">``, its area
``<g id="area-KEY" data-place="NAME">``, pieces are ``<g data-piece=... data-owner=... data-count=...>``, a route is
``<g data-route=... data-from=... data-to=...>``. Names are those of the rules, the same in every language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import define

from rulekit.board import chip_rows, chips, icons, shapes
from rulekit.board.geometry import Point
from rulekit.board.kept import layout_of
from rulekit.board.layout import BoardLayout, PlaceLayout, between, mark_of
from rulekit.board.legend import below, beside
from rulekit.board.look import INK, LAND, PAPER
from rulekit.board.places import Board
from rulekit.board.position import PlaceContents, Position
from rulekit.board.regions import border, tones
from rulekit.board.sides import Owner, owners
from rulekit.board.style import style
from rulekit.languages import punctuation

NUMBER = 0.85
FAR = 0.6
"""Names further from their mark than this, in letters, are joined to it by a line."""


def svg(
    board: Board,
    language: str = "en",
    position: Position | None = None,
    title: str = "",
    layout: BoardLayout | None = None,
) -> str:
    """The board, with a position if one is given, as one SVG document; names in ``language``, or in English where it has none."""
    found = layout or layout_of(board, language)
    return _Drawing(found, position, owners(board, position, language), title).document()


@define
class _Drawing:
    layout: BoardLayout
    position: Position | None
    owners: Mapping[str, Owner]
    title: str

    @property
    def board(self) -> Board:
        return self.layout.board

    @cached_property
    def areas(self) -> bool:
        return not self.layout.cells

    def document(self) -> str:
        look, frame = self.layout.look, self.layout.frame
        rows: list[str] = []
        if look.below:
            rows, high = below(self.layout, self.position, self.owners)
        else:
            rows, high = beside(self.layout, self.position, self.owners), 0.0
        width, height = shapes.n(frame.right), shapes.n(frame.bottom + high)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="rk-board" role="img" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}">',
            shapes.title(self.title) if self.title else "",
            f"<style>{style(look, self.owners.values())}</style>",
            "<defs>",
            *self._definitions(),
            "</defs>",
            shapes.tag("rect", {"class": "rk-sea", "width": "100%", "height": "100%", "fill": look.sea or PAPER}),
            '<g class="rk-lands">',
            *(self._area_shapes() if self.areas else self._lands()),
            "</g>",
            '<g class="rk-routes">',
            *self._routes(),
            "</g>",
            '<g class="rk-places">',
            *(row for spot in self.layout.spots.values() for row in self._place(spot)),
            "</g>",
            '<g class="rk-legend">',
            *rows,
            "</g>",
            "</svg>",
        ]
        return "\n".join(row for row in parts if row) + "\n"

    # ------------------------------------------------------------ who and what
    def _standing(self, spot: PlaceLayout) -> PlaceContents:
        place = spot.place
        found = self.position.at(place.thing) if self.position is not None else None
        return found or PlaceContents(place.name(self.layout.language), place.owner if self.position is None else "")

    def _owner(self, spot: PlaceLayout) -> Owner | None:
        return self.owners.get(self._standing(spot).owner)

    def _classes(self, spot: PlaceLayout, *first: str) -> str:
        owner = self._owner(spot)
        kinds = [*first, *([f"rk-sort-{shapes.slug(spot.place.sort)}"] if spot.place.sort else [])]
        return " ".join([*kinds, *([f"rk-owner-{shapes.slug(owner.key)}"] if owner is not None else [])])

    def _names(self, spot: PlaceLayout) -> dict[str, str | float]:
        owner = self._owner(spot)
        return {"data-place": spot.place.thing, "data-owner": owner.key if owner is not None else ""}

    def _told(self, spot: PlaceLayout) -> str:
        """The name, owner and contents of a place, in one line."""
        standing, place, look = self._standing(spot), spot.place, self.layout.look
        language = self.layout.language
        parts = [self.board.said(look.marks[place.sort].name, language)] if place.sort in look.marks else []
        if place.region:
            named = self.board.regions.get(place.region, {})
            parts.append(named.get(language) or self.board.word(place.region, language))
        owner = self._owner(spot)
        if owner is not None:
            parts.append(owner.name)
        if place.number:
            parts.append(f"{self.board.said(look.number_name or {'en': look.number}, language)} {place.number}")
        parts += [f"{self.board.said(look.facts[key].name, language)} {text}" for key, text in place.facts.items()]
        truths = self.position.truths if self.position is not None else {}
        for stack in standing.stacks:
            sign = look.pieces.get(stack.sort)
            apart = f" ({truths.get(sign.apart, sign.apart)})" if stack.apart and sign is not None else ""
            parts.append(stack.text + apart)
        parts += [self.board.said(look.markers[key].name, language) for key in standing.markers]
        name = place.name(language)
        marks = punctuation(language)
        return name + (marks.colon + marks.semicolon.join(parts) if parts else "")

    # ------------------------------------------------------------ sea and land
    def _definitions(self) -> Iterator[str]:
        if self.areas:
            held = {owner.key: owner for spot in self.layout.spots.values() if (owner := self._owner(spot)) is not None}
            for owner in held.values():
                if owner.pattern != "none":
                    drawn = shapes.pattern(owner.pattern, f"rk-weave-{shapes.slug(owner.key)}", "rk-weave")
                    yield shapes.tag("g", {"class": f"rk-owner-{shapes.slug(owner.key)}"}, drawn)
            for key, spot in self.layout.spots.items():
                if spot.place.outline:
                    clip = shapes.tag("path", {"d": shapes.path_of(spot.place.outline)})
                    yield shapes.tag("clipPath", {"id": f"rk-clip-{shapes.slug(key)}"}, clip)
        elif self.layout.land:
            yield shapes.tag("clipPath", {"id": "rk-clip-land"}, "".join(self._land_shapes({})))

    def _area_shapes(self) -> Iterator[str]:
        """Areas in the tint of the table, with the owner as a band along the border and a pattern."""
        spots = [spot for spot in self.layout.spots.values() if spot.place.outline]
        if self.layout.look.sea:
            for spot in spots:
                yield shapes.tag("path", {"class": "rk-coast", "d": shapes.path_of(spot.place.outline)})
        for spot in spots:
            key, place, owner = shapes.slug(spot.place.key), spot.place, self._owner(spot)
            line, clip = shapes.path_of(place.outline), f"url(#rk-clip-{shapes.slug(spot.place.key)})"
            inner = [shapes.tag("path", {"class": "rk-area", "d": line, "fill": self.board.tint(place) or LAND})]
            if owner is not None:
                weave = f"url(#rk-weave-{shapes.slug(owner.key)})" if owner.pattern != "none" else "none"
                inner.append(shapes.tag("path", {"class": "rk-texture", "d": line, "fill": weave}))
                band = {"class": "rk-band", "d": line, "clip-path": clip, "stroke": owner.colour, "fill": "none"}
                inner.append(shapes.tag("path", band))
            inner.append(shapes.tag("path", {"class": "rk-border", "d": line, "fill": "none"}))
            inner.append(shapes.tag("path", {"class": "rk-ring", "d": line, "fill": "none"}))
            names = {"id": f"area-{key}", "class": self._classes(spot, "rk-region"), **self._names(spot)}
            yield shapes.tag("g", names, shapes.title(self._told(spot)) + "".join(inner))

    def _land_shapes(self, attributes: Mapping[str, str | float]) -> Iterator[str]:
        """The land, and a little of it under every place that does not lie in the sea."""
        for corners in self.layout.land:
            yield shapes.tag("path", {**attributes, "d": shapes.path_of(shapes.coarse(corners))})
        for spot in self.layout.spots.values():
            if not mark_of(self.layout.look, spot.place).sea:
                x, y = spot.at
                yield shapes.tag("circle", {**attributes, "cx": x, "cy": y, "r": 1.45 * self.layout.look.letters})

    def _lands(self) -> Iterator[str]:
        """The coast, and the cell of each place in the tone of its region, overlaid with the colour of its owner."""
        spots, places = self.layout.spots, {key: spot.place for key, spot in self.layout.spots.items()}
        clip: dict[str, str | float] = {}
        if self.layout.land:
            yield from self._land_shapes({"class": "rk-coast", "stroke": "#7c98a8", "stroke-width": 3, "fill": "none"})
            yield from self._land_shapes({"class": "rk-land", "fill": LAND})
            clip = {"clip-path": "url(#rk-clip-land)"}
        tone = tones(places, self.layout.cells)
        rows, lines = [], []
        for key, cell in self.layout.cells.items():
            spot, owner = spots[key], self._owner(spots[key])
            corners, place = shapes.coarse(cell.corners), spot.place
            line = shapes.path_of(corners)
            fill = self.board.tint(place) or tone.get(place.region) or (LAND if self.layout.land else PAPER)
            inner = (
                []
                if mark_of(self.layout.look, place).sea
                else [shapes.tag("path", {"class": "rk-area", "d": line, "fill": fill})]
            )
            if owner is not None:
                held = {"class": "rk-held", "d": line, "fill": owner.colour, "fill-opacity": ".42"}
                inner.append(shapes.tag("path", held))
            names = {"id": f"area-{shapes.slug(key)}", "class": self._classes(spot, "rk-region"), **self._names(spot)}
            rows.append(shapes.tag("g", names, shapes.title(self._told(spot)) + "".join(inner)))
            for a, b in border(key, places, self.layout.cells):
                lines.append(shapes.path_of([corners[a], corners[b]], closed=False))
        yield shapes.tag("g", clip, "\n".join(rows))
        if any(place.region for place in places.values()):
            edge: dict[str, str | float] = {
                "class": "rk-border",
                "d": "".join(lines),
                "stroke": "#6b5d4d",
                "fill": "none",
            }
            yield shapes.tag("g", clip, shapes.tag("path", edge))
        for water in self.layout.water:
            yield shapes.tag("path", {"class": "rk-water", "d": shapes.path_of(water), "fill": self.layout.look.sea})

    # ------------------------------------------------------------ routes
    def _routes(self) -> Iterator[str]:
        look, places = self.layout.look, self.board.places
        drawn = []
        for way in self.layout.paths:
            for sort in way.sorts:
                drawn.append((list(look.routes).index(sort), sort, way))
        for _, sort, way in sorted(drawn, key=lambda row: row[0]):
            stroke, line = look.routes[sort], shapes.path_of(way.points, closed=False)
            ends = {"data-route": sort, "data-from": places[way.a].thing, "data-to": places[way.b].thing}
            dash: dict[str, str | float] = {"stroke-dasharray": stroke.dash} if stroke.dash else {}
            paint = {"stroke": stroke.colour, "stroke-width": stroke.width, "fill": "none", **dash}
            language = self.layout.language
            names = [places[way.a].name(language), places[way.b].name(language)]
            inner = shapes.title(
                self.board.said(stroke.name, language) + punctuation(language).colon + " – ".join(names)
            )
            inner += shapes.tag("path", {"class": "rk-route", "d": line, **paint})
            if self.areas:
                for x, y in (way.points[0], way.points[-1]):
                    inner += shapes.tag("circle", {"cx": x, "cy": y, "r": 1.6 * stroke.width, "fill": stroke.colour})
            yield shapes.tag("g", {"class": f"rk-route-{shapes.slug(sort)}", **ends}, inner)

    # ------------------------------------------------------------ places
    def _place(self, spot: PlaceLayout) -> Iterator[str]:
        look, letters = self.layout.look, self.layout.look.letters
        names = {
            "id": f"place-{shapes.slug(spot.place.key)}",
            "class": self._classes(spot, "rk-place"),
            **self._names(spot),
        }
        rows = [shapes.title(self._told(spot)), self._leader(spot), *self._mark(spot)]
        if spot.number is not None:
            x, y = spot.number.middle
            rows.append(
                shapes.shape(
                    "circle",
                    (x, y),
                    (spot.number.right - spot.number.left) / 2,
                    {"class": "rk-disc", "fill": PAPER, "stroke": INK},
                )
            )
            rows.append(shapes.text([spot.place.number], (x, y), letters * NUMBER, "rk-number"))
        rows.append(shapes.text(spot.lines, spot.label.middle, letters, "rk-name", {"fill": INK}))
        rows += self._facts(spot)
        found = chips.chips(look, self._standing(spot), self.owners, area=bool(spot.place.outline))
        if found:
            rows.append(shapes.tag("g", {"class": "rk-stack"}, "".join(chip_rows.draw(found, spot.stack))))
        yield shapes.tag("g", names, "\n".join(row for row in rows if row))

    def _leader(self, spot: PlaceLayout) -> str:
        """A thin line from a name to its mark, where they do not stand close together."""
        if spot.mark is None or between(spot.label, spot.mark) < FAR * self.layout.look.letters:
            return ""
        (x, y), box = spot.at, spot.label
        end = max(box.left, min(x, box.right)), max(box.top, min(y, box.bottom))
        return shapes.tag("path", {"class": "rk-leader", "d": shapes.path_of([spot.at, end], False), "stroke": INK})

    def _mark(self, spot: PlaceLayout) -> Iterator[str]:
        if spot.mark is None:
            return
        look, letters = self.layout.look, self.layout.look.letters
        mark, owner = mark_of(look, spot.place), self._owner(spot)
        ring = max(spot.mark.right - spot.mark.left, spot.mark.bottom - spot.mark.top) / 2 + 3
        yield shapes.shape("circle", spot.at, ring, {"class": "rk-ring", "fill": "none"})
        fill = owner.colour if owner is not None else mark.colour
        kind = "rk-mark rk-owned" if owner is not None else "rk-mark"
        yield shapes.shape(mark.shape, spot.at, mark.size, {"class": kind, "fill": fill, "stroke": INK})
        if owner is not None and owner.crest:
            yield icons.crest(owner.crest, spot.at, 1.5 * mark.size, "rk-crest", owner.ink)
        elif owner is not None:
            wide = (spot.mark.right - spot.mark.left) * 0.95
            size = min(letters, mark.size * 1.5, wide / max(0.8, 0.62 * len(owner.letter)))
            yield shapes.text([owner.letter], spot.at, size, "rk-letter", {"fill": owner.ink})

    def _facts(self, spot: PlaceLayout) -> Iterator[str]:
        if spot.facts is None:
            return
        look, box, letters = self.layout.look, spot.facts, self.layout.look.letters
        printed = [("", spot.place.number)] if spot.place.number else []
        printed += list(spot.place.facts.items())
        step = (box.right - box.left) / len(printed)
        for k, (key, text) in enumerate(printed):
            middle: Point = (box.left + (k + 0.5) * step, box.middle[1])
            if key:
                fact = look.facts[key]
                size = (box.bottom - box.top) / 2 * (0.8 if fact.shape == "diamond" else 0.92)
                said = shapes.title(f"{self.board.said(fact.name, self.layout.language)} {text}")
                drawn = shapes.shape(fact.shape, middle, size, {"class": "rk-fact", "fill": fact.colour})
                number = shapes.text([text], middle, letters * 0.82, "rk-number")
                yield shapes.tag("g", {"data-fact": key}, said + drawn + number)
            else:
                yield shapes.text([text], middle, letters, "rk-number")
