"""Boards, drawn from the tables of a game: as SVG, or as text. ``board.yaml`` in the folder of a game says how it looks."""

from rulekit.board.chart import chart
from rulekit.board.drawing import svg
from rulekit.board.places import Board, Place, Route, read_board

__all__ = ["Board", "Place", "Route", "chart", "read_board", "svg"]
