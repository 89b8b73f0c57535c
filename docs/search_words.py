"""How the book's search cuts texts into words: English ones by their stems, Chinese and Japanese ones into pairs of signs.

Nothing tells where a Chinese word ends, so both the index and the query are cut into all pairs of neighbours: a search for 存档
finds every page on which the two stand side by side. The cut is made in Python for the index, and in JavaScript for the query.
"""

from __future__ import annotations

import re

from sphinx.search.en import SearchEnglish

SIGNS = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_RUN = re.compile(rf"[{SIGNS}]+|[^\W{SIGNS}]+")
_HAN = re.compile(f"[{SIGNS}]")


def words(text: str, single: bool) -> list[str]:
    """The words of a text. ``single``: also each sign alone, for the index; of a query only what is one sign long."""
    out: list[str] = []
    for run in _RUN.findall(text):
        if not _HAN.match(run):
            out.append(run)
            continue
        out += [run[k : k + 2] for k in range(len(run) - 1)]
        out += list(run) if single or len(run) == 1 else []
    return out


class EnglishAndChinese(SearchEnglish):
    """Both languages in one index."""

    lang = "en-zh"
    language_name = "English"  # (names the stemmer in the page)
    js_splitter_code = (
        """
var splitQuery = (query) => {
  const runs = query.match(/[SIGNS]+|(?:(?![SIGNS])[\\p{Letter}\\p{Number}_\\p{Emoji_Presentation}])+/gu) ?? [];
  return runs.flatMap((run) => {
    const signs = /^[SIGNS]/u.test(run) ? [...run] : [run];
    return signs.length < 2 ? signs : signs.slice(1).map((sign, k) => signs[k] + sign);
  });
};
"""
    ).replace("SIGNS", SIGNS)

    def split(self, input: str) -> list[str]:
        return words(input, single=True)
