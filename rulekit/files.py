"""The files of a game folder: which belong to it, in which order, and what they are called in messages."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from rulekit.diagnostics import Diagnostic, RulesError, Span, UserError

TESTS = "tests"
VARIANTS = "variants"
MOST_FILES = 2000


def rule_files(folder: Path, variants: Sequence[Path] = (), tests: bool = False) -> dict[str, str]:
    """The texts of a game's rule files by their path as a person would write it, in a fixed order."""
    if not folder.exists():
        raise UserError(f"there is no folder {folder}")
    if not folder.is_dir():
        raise UserError(f"{folder} is not a folder", "name the folder that holds the rule files")
    found = sorted(p for p in folder.rglob("*.rules") if p.is_file())
    parts = {p: p.relative_to(folder).parts for p in found}
    over = [p for v in variants for p in (*variant_rules(v), *(variant_tests(v) if tests else ()))]
    chosen = [p for p in found if parts[p][0] != VARIANTS and (tests or parts[p][0] != TESTS)]
    if not chosen:
        raise UserError(f"{folder} holds no rule files", "a game is a folder with files that end in .rules")
    if len(chosen) > MOST_FILES:
        raise UserError(f"{folder} holds more than {MOST_FILES} rule files")
    return {shown(p): read_text(p) for p in [*chosen, *over]}


def variant_rules(variant: Path) -> list[Path]:
    """The rule files of a variant: the file itself, or all in its folder, without tests."""
    if not variant.is_dir():
        return [variant]
    return sorted(p for p in variant.rglob("*.rules") if p.relative_to(variant).parts[0] != TESTS)


def variant_tests(variant: Path) -> list[Path]:
    """The tests of a variant ``long_war``, file or folder: ``tests/long_war.rules`` beside it, and its own ``tests``."""
    beside = variant.parent / TESTS / f"{variant.name.removesuffix('.rules')}.rules"
    inside = sorted((variant / TESTS).rglob("*.rules")) if variant.is_dir() else []
    return [p for p in (beside, *inside) if p.is_file()]


def variant_tables(variant: Path) -> list[Path]:
    """The table files of a variant that is a folder."""
    return sorted(variant.glob("*.y*ml")) if variant.is_dir() else []


def test_files(folder: Path, variants: Sequence[Path] = ()) -> list[Path]:
    """The files with the rule tests of a game, and of the variants that are laid over it."""
    return [*sorted((folder / TESTS).rglob("*.rules")), *(p for v in variants for p in variant_tests(v))]


def shown(path: Path) -> str:
    """A path as messages show it: relative to where the user stands, if it lies below."""
    text = os.path.relpath(path)
    return str(path) if text.startswith("..") else text


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise RulesError(
            [
                Diagnostic(
                    "RK101", "this file is not UTF-8 text", Span(shown(path), 1), f"byte {error.start} can not be read"
                )
            ]
        ) from error
    except OSError as error:
        raise UserError(f"{shown(path)} can not be read: {error.strerror or error}") from error
