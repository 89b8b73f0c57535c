"""In the tests of the compiler each pass has to leave a well-formed module behind."""

from __future__ import annotations

import pytest

from rulekit.compiler.analysis.verify import VARIABLE


@pytest.fixture(autouse=True)
def verifying(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")
