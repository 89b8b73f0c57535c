"""What docs/hosting.md says, tried: backups are made and restored, the files for nginx and systemd are in order."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from rulekit.web.app import create_app
from tests.blocks import blocks, commands
from tests.playing import ROOT
from tests.web.asking import TestClient
from tests.web.conftest import FOLDERS
from tests.web.postgres import running
from tests.web.test_games import begin, choose, look

PAGE = ROOT / "docs" / "hosting.md"


def said(language: str, name: str) -> list[tuple[str, str]]:
    """(command, what it prints) of the block of a name."""
    return [pair for block in blocks(PAGE, language) if name in block.info for pair in commands(block)]


def file(name: str) -> str:
    """The text of the file of a name."""
    return next(block.text for block in blocks(PAGE, "text") if name in block.info)


def do(pairs: list[tuple[str, str]], folder: Path, env: dict[str, str] | None = None) -> None:
    assert pairs
    for command, shown in pairs:
        done = subprocess.run(
            command,
            shell=True,
            cwd=folder,
            env={**os.environ, **(env or {})},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0 and shown.strip() in done.stdout, f"{command}: {done.stdout}{done.stderr}"


def goes_on(database: str, copied: str, copy: Callable[[], None]) -> None:
    """A game goes on from a copy that was made while its server ran."""
    with TestClient(create_app(FOLDERS, database), headers={"Sec-Fetch-Site": "same-origin"}) as client:
        game, seats, _ = begin(client, game="tic_tac_toe")
        choose(client, game, 1, seats[0], "A1")
        copy()
        before = look(client, game, 2, seats[1])
        choose(client, game, 2, seats[1], "B2")
    with TestClient(create_app(FOLDERS, copied), headers={"Sec-Fetch-Site": "same-origin"}) as client:
        assert look(client, game, 2, seats[1]) == before


def test_the_chinese_page_shows_the_same() -> None:
    """Every block of the page is there, word for word."""
    other = PAGE.parent / "zh" / PAGE.name
    shown = [(block.info, block.text) for language in ("text", "console") for block in blocks(PAGE, language)]
    assert shown == [(block.info, block.text) for language in ("text", "console") for block in blocks(other, language)]


def test_a_copy_of_a_file(tmp_path: Path) -> None:
    goes_on(
        f"sqlite:///{tmp_path / 'tables.db'}", f"sqlite:///{tmp_path / 'backup.db'}",
        lambda: do(said("console", "sqlite"), tmp_path),
    )  # fmt: skip


def test_a_dump_of_postgresql(tmp_path: Path) -> None:
    with running() as server:
        env = {
            "PATH": f"{server.bin}:{os.environ['PATH']}", "PGHOST": "127.0.0.1", "PGPORT": str(server.port), "PGUSER": "tables",
        }  # fmt: skip
        do(said("console", "postgres")[:1], tmp_path, env)
        goes_on(
            f"{server.address}/tables", f"{server.address}/restored", lambda: do(said("console", "dump"), tmp_path, env)
        )


def test_the_file_for_nginx(tmp_path: Path) -> None:
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if nginx is None or shutil.which("openssl") is None:
        pytest.skip("no nginx on this machine")
    order = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=x -keyout privkey.pem -out fullchain.pem"
    do([(order, "")], tmp_path)
    text = file("nginx").replace("/etc/letsencrypt/live/tables.example.org", str(tmp_path))
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{text}}}\n", encoding="utf-8")
    do([(f"{nginx} -t -c {tmp_path}/nginx.conf -e stderr", "")], tmp_path)


def test_the_unit_for_systemd(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd on this machine")
    program = shutil.which("true") or "/bin/true"
    text = file("systemd").replace("/opt/rulekit/bin/rulekit", program)
    (tmp_path / "rulekit.service").write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / "rulekit.service")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "rulekit.service" not in done.stderr, done.stderr
