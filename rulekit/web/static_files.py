"""The pages with their scripts and styles. They are sent without comments and spaces and compressed as far as can be: a third
less to load before the first view. In the folder they stay as they were written.

A page names its scripts by the version of the folder: a browser keeps them for good, and never mixes those of two releases.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

import brotli
from starlette.datastructures import Headers
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from rulekit.web.short_scripts import shortened

STYLE_GAP = re.compile(r"/\*.*?\*/|\s*(?=[{};>])|(?<=[{};:,>])\s+", re.DOTALL)
"""What a style sheet can do without. That none of our texts in it looks like one is tested."""
SENT_BARE = {".js": "text/javascript", ".css": "text/css"}
HEADERS = ("etag", "last-modified")
VERSION = re.compile(r"v-[0-9a-f]{12}")
"""The folder under which a page names its scripts, which is none of the file system"""
FOR_GOOD, ASK_AGAIN = "max-age=31536000, immutable", "no-cache"
BROTLI = re.compile(r"(?:^|,)\s*br\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))", re.IGNORECASE)
"""Whether it is among the encodings that a request accepts (RFC 9110, 12.5.3)"""


class ScriptFiles(StaticFiles):
    """The files of a folder; its scripts and styles are sent without comments and white space, those of libraries unchanged."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)
        self.folder = folder
        self.compressed: dict[str, bytes] = {}
        """The text of a file to the same in Brotli, once ``compress`` has come to it"""

    def page(self, name: str, status: int = 200) -> Response:
        """An HTML page of the folder, which names its scripts by their version."""
        text = (self.folder / name).read_text(encoding="utf-8")
        return HTMLResponse(text.replace('"/static/', f'"/static/{self.version()}/'), status)

    def version(self) -> str:
        """A name for all that the files hold now."""
        return _version(self.folder, tuple(sorted(_written(self.folder))))

    def get_path(self, scope: Scope) -> str:
        path = super().get_path(scope)
        first, _, rest = path.partition(os.sep)
        return rest if VERSION.fullmatch(first) else path

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if f"/{self.version()}/" in scope["path"]:
            response.headers["cache-control"] = FOR_GOOD
            for name in HEADERS:
                del response.headers[name]
        else:
            response.headers["cache-control"] = ASK_AGAIN
        return response

    def compress(self) -> None:
        """Compresses every file at the highest level, which takes a second in all: too long for a request."""
        for path in sorted(self.folder.rglob("*")):
            if path.suffix in SENT_BARE:
                text = sent(path, path.stat().st_mtime_ns)
                self.compressed[text] = brotli.compress(text.encode(), mode=brotli.MODE_TEXT)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        path = Path(full_path)
        if path.suffix not in SENT_BARE:
            return super().file_response(full_path, stat_result, scope, status_code)
        headers, asked = FileResponse(path, stat_result=stat_result).headers, Headers(scope=scope)
        if self.is_not_modified(headers, asked):
            return NotModifiedResponse(headers)
        body: str | bytes = sent(path, stat_result.st_mtime_ns)
        # Without a charset: a page is in UTF-8, and so is what it loads. That is half a kilobyte in the first view.
        told = {"content-type": SENT_BARE[path.suffix], **{name: headers[name] for name in HEADERS}}
        if body in self.compressed and BROTLI.search(asked.get("accept-encoding", "")):
            body, told = self.compressed[body], {**told, "content-encoding": "br", "vary": "Accept-Encoding"}
        return Response(body, status_code, told)


def _written(folder: Path) -> Iterator[tuple[str, int]]:
    """The files in it, and when each was written, in nanoseconds."""
    for found in os.scandir(folder):
        if found.is_dir():
            yield from _written(Path(found))
        else:
            yield found.path, found.stat().st_mtime_ns


@lru_cache(4)
def _version(folder: Path, written: tuple[tuple[str, int], ...]) -> str:
    digest = hashlib.sha256()
    for path, _ in written:
        digest.update(Path(path).relative_to(folder).as_posix().encode() + b"\0" + Path(path).read_bytes())
    return f"v-{digest.hexdigest()[:12]}"


@cache
def sent(path: Path, changed: int) -> str:
    """The text of a script or style as it is sent. ``changed``: nanoseconds, when the file was written."""
    if path.parent.name == "vendor":
        return path.read_text(encoding="utf-8")
    return without_comments(path, changed)


@cache
def without_comments(path: Path, changed: int) -> str:
    """``changed``: nanoseconds, when the file was written."""
    text = path.read_text(encoding="utf-8")
    return STYLE_GAP.sub("", text) if path.suffix == ".css" else shortened(text)
