"""The command that installs rulekit as it is installed here, with one extra more or anew."""

from __future__ import annotations

import json
import shlex
import sys
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import url2pathname

from rulekit.version import DISTRIBUTION

CHECKOUT = Path(__file__).resolve().parents[1]


def is_checkout() -> bool:
    """Whether rulekit runs from its sources, and not from what a wheel has brought."""
    return (CHECKOUT / "pyproject.toml").is_file()


def install_command(extra: str = "") -> str:
    """What installs rulekit for this Python from where it came from: a checkout, the file of a wheel, or the package index."""
    wanted = f"[{extra}]" if extra else ""
    if is_checkout():
        source = f"-e {_quoted(f'{CHECKOUT}{wanted}')}"
    elif (file := _came_from()) is not None:
        source = _quoted(f"{file}{wanted}")
    else:
        source = _quoted(f"{DISTRIBUTION}{wanted}")
    python = _quoted(sys.executable)
    # an environment that uv has made holds no pip
    return f"{python} -m pip install {source}" if find_spec("pip") else f"uv pip install --python {python} {source}"


def _came_from() -> Path | None:
    """The file or the folder that was installed, as the installer has written it down; None for a package of an index, and for
    a file that is not there any more."""
    try:
        found = distribution(DISTRIBUTION).read_text("direct_url.json")
        url = urlparse(str(json.loads(found or "{}").get("url", "")))
    except (PackageNotFoundError, ValueError, AttributeError):
        return None
    path = Path(url2pathname(url.path))
    return path if url.scheme == "file" and path.exists() else None


def _quoted(text: str) -> str:
    if sys.platform == "win32":
        return f'"{text}"' if " " in text else text
    return shlex.quote(text)
