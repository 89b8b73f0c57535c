"""Writes anew what the checker says to the mistakes of the corpus: look at the difference before you keep it.

python -m tests.diagnostics.update [TOPIC/NAME]...

The exit code is 1 where one that is named is answered with another line or fix than it asks for, or is not there.
"""

from __future__ import annotations

import sys
from multiprocessing import Pool
from pathlib import Path

from tests.diagnostics import corpus
from tests.diagnostics.corpus import FIXTURES, FOLDER, TOPICS, Answer, golden_of, is_sampled, kept, read
from tests.diagnostics.score import judge


def main(names: list[str]) -> int:
    chosen = [f for f in FIXTURES if not names or read(f).name in names]
    with Pool() as pool:
        answers = dict(zip(chosen, pool.map(judge, chosen, chunksize=8), strict=True))
    for topic in TOPICS:
        _write_topic(topic, answers)
    corpus._sample.cache_clear()
    for fixture in FIXTURES:
        path = fixture.with_suffix(".txt")
        if not is_sampled(fixture):
            path.unlink(missing_ok=True)
        elif fixture in answers or not path.is_file():
            text = (answers.get(fixture) or judge(fixture)).text
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
                print(f"{read(fixture).name}: the text is another one")
    for path in {*FOLDER.glob("*/*.txt")} - {f.with_suffix(".txt") for f in FIXTURES}:
        path.unlink()
    return _judged(names, {read(fixture).name: got for fixture, got in answers.items()})


def _judged(names: list[str], answers: dict[str, Answer]) -> int:
    """Says of each that is named what is wrong with its answer."""
    wrong = 0
    for name in names:
        got = answers.get(name)
        if got is None:
            print(f"{name}: there is no such fixture in {FOLDER}")
        elif not (got.line and got.fix):
            print(f"{name}: {got.golden.splitlines()[0].strip()}\n{got.brief or '  (not noticed)'}")
        else:
            continue
        wrong += 1
    return int(wrong > 0)


def _write_topic(topic: str, answers: dict[Path, Answer]) -> None:
    old, new = kept(topic), {}
    for fixture in FIXTURES:
        if fixture.parent.name == topic:
            got = answers.get(fixture)
            new[fixture.stem] = got.golden if got is not None else old.get(fixture.stem, "")
            if new[fixture.stem] != old.get(fixture.stem):
                print(f"{topic}/{fixture.stem}: {'changed' if got and got.findings else 'not noticed'}")
    golden_of(topic).write_text("".join(f"{name}:\n{text}" for name, text in new.items()), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
