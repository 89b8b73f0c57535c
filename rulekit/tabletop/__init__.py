"""What every table shows, whatever it is shown on: terminal and browser make the same of a match, in one place.

- ``driver``: takes a match between people and bots (``seating``) from one question to the next, with undo and ``autosave``;
- ``question``, ``form_entry``, ``hint``, ``table_view``, ``story_page``, ``result_page``: answer what a player types with a
  ``page`` of paragraphs, choices and tables;
- ``board``, ``tables``, ``players_table``, ``points``: tables of a view; ``columns``: how much of one a screen has room for;
- ``story``: lines of what happened; ``names``: the places in them; ``ways``: the neighbours of a place;
- ``rulebook``, ``quotes``, ``reasons``, ``refusals``: what the rules say, and why something can be chosen or not.
"""
