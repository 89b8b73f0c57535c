"""The longer stories of docs/messages.md: each shows a mistake, what the checker answers to it, and the same done right.

A story is tried as it stands. Tables (```` ```yaml FILE ````) and the rules below them are laid into a copy of the toy game, or
make a game of their own when they begin with ``game`` (or say ``alone``). Those that say ``wrong RK305`` are
followed by the answer.

``python -m tests.stories`` writes the answers anew, and takes the blocks over into the Chinese page.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import field, frozen

import rulekit
from rulekit.diagnostics import Diagnostic, render
from tests.playing import ROOT, TOY

PAGE = ROOT / "docs" / "messages.md"
CHINESE = ROOT / "docs" / "zh" / "messages.md"
STORY = re.compile(r"^### (RK\d{3})\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(rules|yaml|text)([^\n]*)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
NAME = "mine.rules"


@frozen
class Example:
    """The blocks that are tried together, and the answer to them; ``end``: where the last one ends in the story."""

    code: str
    wrong: bool
    alone: bool
    files: dict[str, str] = field(factory=dict)
    answer: str | None = None
    end: int = 0

    def __str__(self) -> str:
        return f"{self.code}-{'wrong' if self.wrong else 'right'}-{self.end}"

    def lay_out(self, place: Path) -> Sequence[Path]:
        """Writes the game of the example to ``place``; gives the variants to be laid over it."""
        rules = self.files.get(NAME, "")
        if self.alone or rules.startswith("game "):
            place.mkdir()
        else:
            shutil.copytree(TOY, place, ignore=shutil.ignore_patterns("tests"))
        folder = place / {"variant": "variants", "test": "tests"}.get(rules.partition(" ")[0], "")
        folder.mkdir(exist_ok=True)
        for name, text in self.files.items():
            (folder if name == NAME else place).joinpath(name).write_text(text, encoding="utf-8")
        return [folder / NAME] if folder.name == "variants" else []

    def findings(self, place: Path) -> tuple[list[Diagnostic], dict[str, str]]:
        """What is found, by `lint` for what only `lint` says; paths as an author sees them who stands in the folder."""
        variants = self.lay_out(place)
        look = rulekit.lint if self.code.startswith("RK37") else rulekit.check
        found, sources = look(place, variants)
        return list(found), dict(sources)

    def is_here(self, found: Diagnostic) -> bool:
        """Whether it is about what the example says, and not about the game round it."""
        return self.alone or Path(found.span.file).name in self.files

    def answered(self, place: Path) -> str:
        """The first finding with the code of the story, as it is printed."""
        found, sources = self.findings(place)
        first = next((d for d in found if d.code == self.code and self.is_here(d)), None)
        assert first is not None, f"{self}: found is {[(d.code, d.message) for d in found]}"
        text = render(first, sources)
        for folder in (place / "variants", place / "tests", place):
            text = text.replace(f"{folder}/", "")
        return text.replace(str(place), place.name) + "\n"


def stories(page: Path = PAGE) -> dict[str, str]:
    return {m[1]: m[2] for m in STORY.finditer(page.read_text(encoding="utf-8"))}


def examples(code: str, story: str) -> Iterator[Example]:
    """The examples of a story, in their order."""
    files: dict[str, str] = {}
    wrong = alone = False
    end = 0
    for block in BLOCK.finditer(story):
        sort, info, text = block[1], block[2].split(), block[3]
        name = NAME if sort == "rules" else (info or [""])[0]
        if sort == "text":
            if files:
                yield Example(code, wrong, alone, files, text, end)
            files, wrong, alone = {}, False, False
            continue
        if NAME in files or name in files:
            yield Example(code, wrong, alone, files, None, end)
            files, wrong, alone = {}, False, False
        files[name] = text
        wrong, alone, end = wrong or "wrong" in info, alone or "alone" in info, block.end()
    if files:
        yield Example(code, wrong, alone, files, None, end)


def written_anew(code: str, story: str) -> str:
    """The story with the answers as they are now."""
    for example in reversed([e for e in examples(code, story) if e.wrong]):
        with tempfile.TemporaryDirectory() as folder:
            answer = f"```text\n{example.answered(Path(folder) / 'vale')}```\n"
        before, after = story[: example.end], story[example.end :]
        if example.answer is not None:
            after = after[after.index("```\n", after.index("```text") + 3) + 4 :].removeprefix("\n")
        story = f"{before}\n{answer}\n{after.removeprefix(chr(10))}".rstrip("\n") + "\n\n"
    return story


def with_blocks_of(page: str, other: str) -> str:
    """Another page with the blocks of this one, in their order. Raises ValueError where there are not as many."""
    blocks = FENCED.findall(page)
    if len(FENCED.findall(other)) != len(blocks):
        raise ValueError("the pages have not the same number of blocks")
    left = iter(blocks)
    return FENCED.sub(lambda _: next(left), other)


def main() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for code, story in stories().items():
        try:
            page = page.replace(story, written_anew(code, story))
        except AssertionError as error:
            print(error, file=sys.stderr)
    PAGE.write_text(page.rstrip("\n") + "\n", encoding="utf-8")
    CHINESE.write_text(with_blocks_of(page, CHINESE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
