"""How long the first view of a game takes over a slow line, in a browser that has never seen it.

    python benchmarks/first_view.py                                # SHOGUN, 1.5 Mbit/s, round trips of 40 ms
    python benchmarks/first_view.py --mbits 0.4 --latency 150

Chromium is told to take no more than the line would, with Playwright. The time runs from the address to the question and the map
that can be used; bytes are those on the wire, compressed. The server has shown the game to somebody else before.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.web_load import positions, served
from rulekit.web.client import SeatClient, begin

SHOWN = (".map svg [data-place]", ".question")


def look(browser: Any, seat: SeatClient, mbits: float, latency: float) -> tuple[float, int, int]:
    """Seconds until the view is there, the number of answers, and their bytes."""
    context = browser.new_context(locale="en-US")
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    rate = mbits * 1e6 / 8
    line.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": latency, "downloadThroughput": rate, "uploadThroughput": rate,
    })  # fmt: skip
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
    begun = time.perf_counter()
    page.goto(seat.link, wait_until="commit")
    for found in SHOWN:
        page.wait_for_selector(found, timeout=60_000)
    took = time.perf_counter() - begun
    count, size = len(sizes), int(sum(sizes))
    context.close()
    return took, count, size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="games/shogun", help="the folder of a game")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--mbits", type=float, default=1.5)
    parser.add_argument("--latency", type=float, default=40, help="milliseconds of a round trip")
    parser.add_argument("--times", type=int, default=5)
    said = parser.parse_args()
    from playwright.sync_api import sync_playwright

    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        parser.error("there is no Chromium here")
    save = positions(said.game, said.players)[0]
    with (
        tempfile.TemporaryDirectory() as folder,
        served([said.game], str(Path(folder) / "view.db")) as server,
        sync_playwright() as playwright,
    ):
        seat = begin(server.address, game=Path(said.game).name, players=said.players, save=save)[0]
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        look(browser, seat, 1000, 0)  # the browser and the drawing of the board are ready then
        quick = look(browser, seat, 1000, 0)[0]
        found = [look(browser, seat, said.mbits, said.latency) for _ in range(said.times)]
        browser.close()
    _, count, size = found[-1]
    print(f"{count} answers, {size / 1000:.0f} kB; over {said.mbits} Mbit/s with round trips of {said.latency:.0f} ms:")
    times = [took for took, _, _ in found]
    print(
        f"the first view after {statistics.median(times):.2f} s, {max(times):.2f} s at most; without a slow line {quick:.2f} s"
    )


if __name__ == "__main__":
    main()
