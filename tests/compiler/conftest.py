"""In the tests of the compiler each pass has to leave a well-formed module behind, and what is compiled is not collected, as
where games are loaded."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulekit.compiler.analysis.verify import VARIABLE
from rulekit.loader import not_collecting


@pytest.fixture(autouse=True)
def verifying(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")


@pytest.fixture(autouse=True, scope="module")
def kept() -> Iterator[None]:
    with not_collecting():
        yield
