"""The messages of ``rulekit coverage``."""

from __future__ import annotations

from rulekit.i18n.catalogue import MessageCatalogue

TEXTS = MessageCatalogue(
    "coverage",
    {
        "clause": "no test covers {clause}",
        "line": "{place}: never carried out",
        "branch": "{place}: never answered with {answer}",
        "yes": "yes",
        "no": "no",
        "clauses": "clauses: {reached} of {n}, {share:.1f} %",
        "lines": "lines: {reached} of {n}, {share:.1f} %",
        "branches": "branches: {reached} of {n}, {share:.1f} %",
        "failed": ("{n} test failed", "{n} tests failed"),
    },
)
