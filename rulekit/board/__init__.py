"""Boards, drawn from the tables of a game: as SVG, or as text. ``board.yaml`` in the folder of a game says how it looks."""

from rulekit.board.chart import chart
from rulekit.board.drawing import svg
from rulekit.board.kept import layout_of
from rulekit.board.layout import BoardLayout, faults
from rulekit.board.place_list import ListedPlace, listed
from rulekit.board.placement import lay_out
from rulekit.board.places import Board, BoardPlace, Route, find_board, has_board, read_board
from rulekit.board.position import Position, read_position

__all__ = [
    "Board",
    "BoardLayout",
    "BoardPlace",
    "ListedPlace",
    "Position",
    "Route",
    "chart",
    "faults",
    "find_board",
    "has_board",
    "lay_out",
    "layout_of",
    "listed",
    "read_board",
    "read_position",
    "svg",
]
