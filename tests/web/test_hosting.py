"""What docs/hosting.md says, tried: backups are made and restored, the files for nginx and systemd are in order."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from rulekit.web.app import create_app
from rulekit.web.client import SeatClient
from rulekit.web.client import begin as begin_at
from tests import patience
from tests.blocks import blocks, commands
from tests.playing import ROOT
from tests.web.asking import TestClient
from tests.web.conftest import FOLDERS
from tests.web.postgres import running
from tests.web.serving import Server, free_port
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


def nginx() -> str:
    """The program; skips the test where it is not there."""
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if found is None or shutil.which("openssl") is None:
        pytest.skip("no nginx on this machine")
    return found


def configured(folder: Path, *parts: str) -> list[str]:
    """A whole file of nginx with these parts, for a server that runs in a folder; gives the arguments that name it."""
    order = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=x -keyout privkey.pem -out fullchain.pem"
    do([(order, "")], folder)
    own = [f"{sort}_temp_path {folder}/{sort};" for sort in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")]
    text = "\n".join(["access_log off;", *own, *parts]).replace("/etc/letsencrypt/live/tables.example.org", str(folder))
    user = "user root;" if os.getuid() == 0 else ""
    (folder / "nginx.conf").write_text(f"{user} pid {folder}/pid;\nevents {{}}\nhttp {{\n{text}}}\n", encoding="utf-8")
    return ["-c", f"{folder}/nginx.conf", "-e", "stderr"]


def test_the_file_for_nginx(tmp_path: Path) -> None:
    do([(shlex.join([nginx(), *configured(tmp_path, file("nginx")), "-t"]), "")], tmp_path)


def test_nginx_sends_all_requests_of_a_game_to_one_of_several_servers(tmp_path: Path) -> None:
    """And to the other one when that is killed."""
    program = nginx()
    with running() as postgres, ExitStack() as stack:
        database = postgres.database()
        servers = [Server(tmp_path, database=database) for _ in range(2)]
        for server in servers:
            stack.callback(server.kill)
            server.start()
        port, several = free_port(), file("several")
        for server, named in zip(servers, ("8760", "8761"), strict=True):
            several = several.replace(f"127.0.0.1:{named}", f"127.0.0.1:{server.port}")
        front = file("nginx").replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}")
        passed = "proxy_pass http://tables; add_header X-Server $upstream_addr;"
        front = front.replace("proxy_pass http://127.0.0.1:8760;", passed)
        assert passed in front and str(servers[1].port) in several
        order = [program, *configured(tmp_path, several, front), "-g", "daemon off;"]
        proxy = stack.enter_context(subprocess.Popen(order, cwd=tmp_path))
        stack.callback(proxy.terminate)
        goes_on_behind(f"http://127.0.0.1:{port}", {f"127.0.0.1:{server.port}": server for server in servers})


def goes_on_behind(address: str, servers: dict[str, Server]) -> None:
    """Games are played at a proxy before servers; then the server of one of them is killed."""

    def server_of(seat: SeatClient) -> str:
        """Which server answers for a seat."""
        headers = {"Authorization": f"Bearer {seat.token}"}
        with urllib.request.urlopen(urllib.request.Request(f"{address}{seat.path}", headers=headers)) as answer:
            return str(answer.headers["X-Server"])

    patience.until(lambda: answers(address), "nginx")
    served: dict[str, list[SeatClient]] = {}
    while len(served) < len(servers):
        seats = begin_at(address, game="tic_tac_toe")
        (found,) = {server_of(seat) for seat in seats for _ in range(3)}
        served[found] = seats
    (lost, (one, two)), (other, _) = served.items()
    one.choose("A1")
    before = two.look()
    servers[lost].kill()
    assert two.look() == before and server_of(two).endswith(other)
    assert two.choose("B2").version != before.version


def answers(address: str) -> bool:
    try:
        urllib.request.urlopen(f"{address}/static/style.css").read()
    except OSError:
        return False
    return True


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
