"""What the programs that write a page of these docs share: the page is written, or with ``--check`` only compared."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path


def write(target: Path, page: Callable[[], str], counted: Callable[[str], str]) -> int:
    """Writes ``page()`` to ``target``, or compares them. Gives what the program exits with: 0, or 1 where they differ.

    ``counted`` says what stands on the page, as it is told when it was written. What is missing for a page is a LookupError
    of ``page``: its text is told, without a traceback.
    """
    try:
        made = page()
    except LookupError as error:
        sys.exit(str(error))
    shown = f"docs/{target.name}"
    if "--check" in sys.argv[1:]:
        same = target.is_file() and target.read_text(encoding="utf-8") == made
        print(f"{shown} is up to date" if same else f"{shown} is out of date: python {_program()}")
        return int(not same)
    target.write_text(made, encoding="utf-8")
    print(f"{shown}: {counted(made)}")
    return 0


def _program() -> str:
    """The program that runs, as it is called from the root of the checkout."""
    return f"docs/{Path(sys.argv[0]).name}"
