"""The chapters that the authors wrote: the goal, the game in short, its course, how it is won."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.dsl.tree import ProseChapter, TextTemplate
from rulekit.rulebook.changes import Changes
from rulekit.rulebook.page import Chapter, tag
from rulekit.rulebook.phrasing import Phrasing


def prose(say: Phrasing, changes: Changes) -> Iterator[Chapter]:
    """One chapter for each; what a variant says in place of the game's own words is marked."""
    for made in say.program.chapters.values():
        whole = changes.by(made.span)
        paragraphs = [
            tag("p", say.blank.join(_sentence(say, changes, x, whole) for x in lines)) for lines in made.paragraphs
        ]
        badge = changes.badge(made.span)
        yield Chapter(f"about-{_key(made)}", say.word(made.title), [badge, *paragraphs] if whole else paragraphs)


def _key(made: ProseChapter) -> str:
    return made.name.lower().replace(" ", "-")


def _sentence(say: Phrasing, changes: Changes, text: TextTemplate, whole: bool) -> str:
    """A sentence with the options as they are: what a variant settles stands there. ``whole``: the chapter is a variant's."""
    said = say.told(text, lambda option: _setting(say, option))
    if whole or not changes.by(text.span):
        return said
    return changes.struck(text.span) + tag("span", said, class_="changed") + changes.badge(text.span)


def _setting(say: Phrasing, name: str) -> str:
    """The setting of an option, marked if a variant has set it."""
    option = say.program.options[name]
    chosen = option.say(option.default)
    said = say.text(chosen) if option.sort == "truth" else say.word(chosen)
    return said if option.printed in (None, option.default) else tag("span", said, class_="changed")
