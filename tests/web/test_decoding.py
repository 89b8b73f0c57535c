"""Classes are read by many threads at once, from the very first time."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import rulekit.web
from rulekit.web.decoding import convert
from rulekit.web.requests import Number
from tests.playing import ROOT

PROGRAM = """
import json, sys, threading, types
from rulekit.web.decoding import convert, decode

FIELDS = "".join(f"    f{k}: int | None = None\\n" for k in range(30))
INNER = "".join(f"class Inner{k}(Struct):\\n{FIELDS}" for k in range(8))
OUTER = "class Outer(Struct):\\n" + "".join(f"    inner{k}: Inner{k} | None = None\\n" for k in range(8))
TEXT = f"from __future__ import annotations\\nfrom msgspec import Struct\\n{INNER}{OUTER}"
READ = {"inner0": {"f1": 1}, "inner7": {"f29": 3}}

def first_read(name):
    module = sys.modules[name] = types.ModuleType(name)
    exec(TEXT, module.__dict__)
    barrier, found = threading.Barrier(8), []

    def read(k):
        barrier.wait()
        found.append(decode(json.dumps(READ), module.Outer) if k % 2 else convert(READ, module.Outer))

    threads = [threading.Thread(target=read, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and all(x.inner7.f29 == 3 for x in found)

sys.setswitchinterval(1e-6)
for k in range(40):
    first_read(f"classes{k}")
print("read")
"""


def test_threads_may_be_the_first_to_read_a_class_together() -> None:
    """With msgspec alone the process dies of SIGSEGV at one of the first rounds."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "read\n"), done.stderr


@pytest.mark.parametrize("path", sorted(Path(rulekit.web.__file__).parent.glob("*.py")), ids=lambda path: path.stem)
def test_nothing_is_read_another_way(path: Path) -> None:
    used = {
        ast.unparse(node) for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Attribute)
    }
    if path.stem != "decoding":
        assert used.isdisjoint({"msgspec.json.decode", "msgspec.json.Decoder", "msgspec.convert"})


def test_a_number_fits_every_column_of_a_database() -> None:
    for number in (-(2**31), -1000, 0, 2**31 - 1):
        assert convert(number, Number) == number
    for number in (-(2**31) - 1, 2**31):
        with pytest.raises(msgspec.ValidationError):
            convert(number, Number)
