"""Sweeps and searches: the same for any number of processes, what is found where it is known, what can be wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulekit.cli import main
from rulekit.diagnostics import UserError
from rulekit.lab.goals import Goal
from rulekit.lab.setting import Swept, the_swept
from rulekit.lab.statistics import benjamini_hochberg
from rulekit.lab.summary import aligned
from rulekit.lab.sweep import LENGTH, sweep
from rulekit.lab.sweep_report import page, rows, tuned
from rulekit.lab.tune import tune
from tests.lab.test_simulation import Balanced
from tests.playing import TOY

ROUNDS = Swept.read("rounds", "2..5")


@pytest.fixture(autouse=True)
def only_python(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "none-at-all")  # Python plays the same games, and nothing is compiled here


# ---------------------------------------------------------------- what is swept
@pytest.mark.parametrize("text,values", [
    ("2..4", ("2", "3", "4")), ("-1..1", ("-1", "0", "1")), ("8..20:6", ("8", "14", "20")), ("0..5:2", ("0", "2", "4")),
    ("Small,Large", ("Small", "Large")), ("1, 2,2, 5", ("1", "2", "5")),
])  # fmt: skip
def test_values(text: str, values: Sequence[str]) -> None:
    assert Swept.read("x", text).values == values


@pytest.mark.parametrize("text", ["5..2", "3..3", "7", ",", "1..9:0"])
def test_one_value_or_none(text: str) -> None:
    with pytest.raises(UserError, match="one value, or none"):
        Swept.read("x", text)


def test_too_many_values_and_too_many_settings() -> None:
    with pytest.raises(UserError, match="more than 200 values"):
        Swept.read("x", "1..1000")
    with pytest.raises(UserError, match=r"exactly one setting.*here: a, b"):
        the_swept({"a": "1..2", "b": "1,2", "c": "3"})
    with pytest.raises(UserError, match="here: none"):
        the_swept({"c": "3"})


def test_an_option_is_swept() -> None:
    found = sweep(TOY, ROUNDS, 30, jobs=1)
    assert found.reference == "3" and [v.value for v in found.values] == ["2", "3", "4", "5"]
    (length,) = [k for k, m in enumerate(found.measures) if m.what == LENGTH]
    means = [v.measured[length].value for v in found.values]
    assert means == sorted(means) and means[0] * 1.8 < means[-1]
    assert all(v.chances[length] < 0.05 for v in found.values if v.value != "3")
    assert found.values[1].chances == [1.0] * len(found.measures)


@pytest.mark.parametrize("name,text,line", [
    ("price of mill", "1..3", "price of mill is 1"),
    ("income of Alder", "0..9:9", "income of Alder is 0"),
    ("guards", "8,9", "there are 8 guards"),
    ("toll", "1,4", "adjust toll: becomes 1"),
])  # fmt: skip
def test_what_a_variant_can_settle_is_swept(own_cache: Path, name: str, text: str, line: str) -> None:
    swept = Swept.read(name, text)
    found = sweep(TOY, swept, 4, jobs=1)
    assert len(found.values) == len(swept.values) and found.reference == swept.values[0]
    assert any(f"\n  {line}\n" in path.read_text() for path in own_cache.glob("swept-*.rules"))


def test_more_income_is_more_coins(own_cache: Path) -> None:
    """The generated lines do what they say: a richer town changes the games."""
    found = sweep(TOY, Swept.read("income of Alder", "0,9"), 40, jobs=1)
    assert found.values[0].records != found.values[1].records
    assert [r.seed for r in found.values[0].records] == [r.seed for r in found.values[1].records]


@pytest.mark.parametrize(
    "name,said", [("nonsense", "nothing here is called nonsense"), ("a: b\n", "nothing here is called a")]
)
def test_a_name_that_there_is_not(name: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        sweep(TOY, Swept(name, ("1", "2")), 4, jobs=1)


def test_a_value_that_the_option_cannot_have() -> None:
    with pytest.raises(UserError, match="the option rounds cannot be 12"):
        sweep(TOY, Swept.read("rounds", "2..20:10"), 4, jobs=1)


# ---------------------------------------------------------------- the same games
def test_one_and_two_processes_tell_the_same() -> None:
    one, two = (sweep(TOY, ROUNDS, 10, jobs=jobs) for jobs in (1, 2))
    assert json.dumps(one.as_dict()) == json.dumps(two.as_dict())
    first, second = (tune(TOY, ROUNDS, "decisions 60", 200, jobs=jobs) for jobs in (1, 2))
    assert json.dumps(first.as_dict()) == json.dumps(second.as_dict())


def test_an_interrupted_sweep_goes_on() -> None:
    def stop(done: int, of: int) -> None:
        if done == 25:
            raise KeyboardInterrupt

    found = sweep(TOY, ROUNDS, 10, jobs=1, told=stop)
    assert not found.whole and [len(v.records) for v in found.values] == [10, 10, 5, 0]
    assert aligned(rows(found, "en"))[-1].split()[-1] == "-"
    begun: list[int] = []
    again = sweep(TOY, ROUNDS, 10, jobs=1, resume=True, told=lambda done, of: begun.append(done))
    assert begun[0] == 25 and again.as_dict() == sweep(TOY, ROUNDS, 10, jobs=1).as_dict()


def test_a_value_with_which_games_stop_is_told(tmp_path: Path) -> None:
    path = tmp_path / "mine.rules"
    path.write_text(
        'variant Mine of Hill Towns "Mine":\n  before score the round if round is 4: lower round by 9\n',
        encoding="utf-8",
    )
    found = sweep(TOY, Swept.read("rounds", "3,4"), 6, variants=[path], jobs=1)
    assert [v.stopped for v in found.values] == [0, 6]
    done = run("sweep", "--set", "rounds=3,4", "--games", 6, "--variant", path)
    assert done.exit_code == 1 and "6 games with 4 stopped" in done.output


# ---------------------------------------------------------------- searches
def test_the_value_nearest_to_a_goal_is_found() -> None:
    lengths = {v.value: v.measured[-1].value for v in sweep(TOY, ROUNDS, 60, jobs=1).values}
    wanted = lengths["4"] + 1
    found = tune(TOY, ROUNDS, f"decisions {wanted:.1f}", 400, jobs=1)
    assert found.best == "4" and found.possible == [] and found.whole
    ((measure, interval),) = found.checked
    assert measure.what == LENGTH and interval.low < lengths["4"] < interval.high
    played = {c.value: c.games for c in found.candidates}
    assert played["4"] == max(played.values()) > min(played.values())
    assert sum(played.values()) <= 400 and found.fresh == played["4"]
    said = "\n".join(tuned(found, "en"))
    assert "best: 4" in said and "no other value is as good" in said


def test_where_nothing_differs_all_values_stay_possible() -> None:
    """Walls that cost another price in a town are hardly ever bought by chance."""
    found = tune(TOY, Swept.read("points of chapel", "2..4"), "win share per seat even", 200, jobs=1)
    assert set(found.possible) | {found.best} == {"2", "3", "4"}


def test_an_interrupted_search_goes_on() -> None:
    def stop(done: int, of: int) -> None:
        if done == 30:
            raise KeyboardInterrupt

    found = tune(TOY, ROUNDS, "score 12", 200, jobs=1, told=stop)
    assert not found.whole and not found.checked
    again = tune(TOY, ROUNDS, "score 12", 200, jobs=1, resume=True)
    assert again.as_dict() == tune(TOY, ROUNDS, "score 12", 200, jobs=1).as_dict()


@pytest.mark.parametrize("text,target", [
    ("even", 0.5), ("win share per seat even", 0.5), ("win share of ash 30 %", 0.3), ("win share of Ash 30%", 0.3),
    ("score 40", 40), ("score of Birch -2.5", -2.5), ("decisions 300", 300),
])  # fmt: skip
def test_goals(text: str, target: float) -> None:
    assert Goal.read(text, ["Ash", "Birch"]).target == pytest.approx(target)


@pytest.mark.parametrize("text,said", [
    ("fun", "fun is no goal"), ("decisions of Ash 3", "no goal"), ("score of Cedar 4", "nobody here is called Cedar"),
    ("win share of Ash", "no goal"),
])  # fmt: skip
def test_no_goals(text: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        Goal.read(text, ["Ash", "Birch"])


def test_how_far_off() -> None:
    even = Goal.read("even", ["Ash", "Birch"])
    assert even.off([[1.0, 0.0], [0.0, 1.0]]) == 0 and even.off([[1.0, 0.0]]) == pytest.approx(0.5)
    near = Goal.read("decisions 10", ["Ash"])
    blocks = {seed: [10 + (seed % 3 - 1)] for seed in range(60)}
    apart = near.compared({seed: [x[0] + 5] for seed, x in blocks.items()}, blocks)
    assert apart.value == pytest.approx(5) and apart.low > 4.5


# ---------------------------------------------------------------- told
@pytest.mark.parametrize("lang,said", [("en", "win share of Ash, %"), ("zh", "Ash的胜率（%）")])
def test_the_report_stands_by_itself(lang: str, said: str) -> None:
    made = page(sweep(TOY, ROUNDS, 12, jobs=1), lang)
    assert said in made and made.count("<svg") == 3
    assert not re.search(r"<script|<link|src=|https?://(?!www.w3.org)", made)
    parser = Balanced()
    parser.feed(made.replace("<polyline", "<line"))
    assert not parser.open


def test_columns_stand_below_each_other() -> None:
    lines = aligned([["值", "games"], ["12", "3"]])
    assert lines == ["值  games", "12      3"]


def run(command: str, *words: object) -> Result:
    return CliRunner().invoke(main, [command, str(TOY), "--jobs", "1", *map(str, words)])


def test_the_commands(tmp_path: Path) -> None:
    done = run("sweep", "--set", "rounds=2..3", "--set", "map=Large", "--games", 4, "--report", tmp_path / "x.html")
    assert done.exit_code == 0, done.output
    assert "4 games with each value" in done.output and (tmp_path / "x.html").is_file()
    data = json.loads(run("sweep", "--set", "rounds=2..3", "--games", 4, "--json").stdout)
    assert len(data["rows"]) == 10 and data["reference"] == "3"
    tuned_ = json.loads(run("tune", "--set", "rounds=2..3", "--games", 60, "--goal", "score 9", "--json").stdout)
    assert tuned_["best"] in ("2", "3") and len(tuned_["candidates"]) == 2
    said = run("tune", "--set", "rounds=2..3", "--games", 60, "--goal", "score 9", "--lang", "zh").output
    assert "最佳" in said and "新种子" in said
    for words, told in [
        (("--set", "rounds=2"), "exactly one setting"),
        (("--set", "rounds=2..3", "--bots", "gredy"), "no bot"),
    ]:
        bad = run("sweep", *words)
        assert bad.exit_code == 1 and told in bad.output
    assert (
        "cannot be written"
        in run("sweep", "--set", "rounds=2,3", "--games", 10**9, "--report", tmp_path / "no" / "x").output
    )


def test_benjamini_hochberg() -> None:
    assert benjamini_hochberg([]) == [] and benjamini_hochberg([0.04]) == [0.04]
    assert benjamini_hochberg([0.01, 0.04, 0.03, 0.5]) == pytest.approx([0.04, 0.16 / 3, 0.16 / 3, 0.5])
