"""Boards, drawn from the tables of a game: as SVG, or as text. ``board.yaml`` in the folder of a game says how it looks."""

from rulekit.board.chart import chart
from rulekit.board.drawing import svg
from rulekit.board.layout import Layout, faults
from rulekit.board.places import Board, Place, Route, read_board
from rulekit.board.placing import lay_out
from rulekit.board.position import Position, read_position

__all__ = [
    "Board",
    "Layout",
    "Place",
    "Position",
    "Route",
    "chart",
    "faults",
    "lay_out",
    "read_board",
    "read_position",
    "svg",
]
