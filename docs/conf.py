"""How Sphinx makes the documentation: ``make docs``. The pages are Markdown, and read as well without Sphinx."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, ClassVar

from pygments.lexer import RegexLexer
from pygments.token import Comment, Generic, Keyword, Name, Number, String, Text

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from search_words import EnglishAndChinese

from rulekit.version import __version__  # (the checkout's own, installed or not)

HERE = Path(__file__).resolve().parent
project = "Rulekit"
author = "The Rulekit authors"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
html_theme = "furo"
html_title = f"Rulekit {__version__}"
language = "en"
html_search_language = EnglishAndChinese.lang
html_search_scorer = str(HERE / "scorer.js")
exclude_patterns = ["_build", "*.txt", "*.py"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 3
# Links out of docs/ lead to files of the checkout, which stand in no build. tests/test_docs.py follows every link.
suppress_warnings = ["myst.xref_missing"]


class Rules(RegexLexer):
    """Colours for rule files."""

    name = "Rulekit rules"
    aliases: ClassVar[list[str]] = ["rules"]
    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"#.*$", Comment.Single),
            (r'"[^"\n]*"', String),
            (r"\[[A-Z][\w, -]*\]", Generic.Subheading),
            (r"\{[^}\n]*\}", Name.Variable),
            (r"^(game|variant|kind|piece|group|graph|family|places|marks|scene|window|table|test|to|number|value|set|"
             r"whether|permission|option)\b", Keyword.Declaration),
            (r"\b(if|otherwise|each|repeat|choose|may|needs|given|when|then|adjust|refuse|allow|before|after|instead)\b",
             Keyword),
            (r"\b\d+\b", Number),
            (r"\b[A-Z][\w'-]*", Name.Constant),
            (r"[^\W\d][\w'-]*", Name),
            (r"\s+", Text),
            (r".", Text),
        ]
    }  # fmt: skip


def language_of(page: str) -> str:
    """The language that a page is written in: a browser picks fonts and voices by it."""
    return "zh-Hans" if page.startswith("zh/") or page.endswith(".zh") else language


def _say_language(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    context["language"] = language_of(page)


def twin_of(page: str) -> tuple[str, str] | None:
    """The same page in the other language: what that language is called, and the file, as a page links it; None without one."""
    if page.startswith("zh/"):
        other, name, link = page.removeprefix("zh/"), "English", f"../{page.removeprefix('zh/')}.md"
    else:
        other, name, link = f"zh/{page}", "简体中文", f"zh/{page}.md"
    return (name, link) if (HERE / f"{other}.md").is_file() else None


def _link_twin(app: Any, page: str, source: list[str]) -> None:
    """A link to the other language below the title; not in the files, where README and index lead to both."""
    found = twin_of(page)
    title, _, rest = source[0].partition("\n")
    if found is not None and title.startswith("# "):
        source[0] = f"{title}\n\n[{found[0]}]({found[1]})\n{rest}"


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("html-page-context", _say_language)
    app.connect("source-read", _link_twin)
    app.add_search_language(EnglishAndChinese)
    app.add_lexer("rules", Rules)
