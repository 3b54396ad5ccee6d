"""The examples of the documents are run as they stand."""

from __future__ import annotations

import doctest
import pathlib
import re
import types

import pytest
import zashiki
import zashiki.benchmark
import zashiki.dataset
import zashiki.gymnasium
import zashiki.opponents
import zashiki.pettingzoo

ROOT = pathlib.Path(__file__).parents[3]


def blocks(path: str) -> list[str]:
    """List the blocks of Python in a document, or in the crate docs of a Rust file."""
    text = (ROOT / path).read_text("utf-8")
    if path.endswith(".rs"):
        text = re.sub(r"^//! ?", "", text, flags=re.M)
    return re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)


@pytest.fixture
def weak_rungs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The protocol of the benchmark has no searches, which take most of the time."""
    real = zashiki.benchmark._protocol("1")
    setups = [{**setup, "rungs": setup["rungs"][:3]} for setup in real["setups"]]
    cheap = {**real, "setups": setups}
    monkeypatch.setattr(zashiki.benchmark, "_protocol", lambda protocol: cheap)


@pytest.mark.usefixtures("pixels", "weak_rungs")
@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "crates/python/README.md",
        "crates/python/src/lib.rs",
        "docs/getting-started/python.md",
        "docs/guides/dataset.md",
        "docs/guides/environments.md",
        "docs/guides/exact-solutions.md",
        "docs/reference/benchmark.md",
        "docs/reference/python.md",
    ],
)
def test_a_document_runs(
    path: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: pathlib.Path,
) -> None:
    # Examples may write files.
    monkeypatch.chdir(tmp_path)
    examples = blocks(path)
    assert examples
    # Later blocks of a document use the names of earlier ones.
    names: dict[str, object] = {}
    for example in examples:
        exec(compile(example, path, "exec"), names)
        assert capsys.readouterr().out


@pytest.mark.usefixtures("weak_rungs")
@pytest.mark.parametrize(
    "module",
    [
        zashiki,
        zashiki.benchmark,
        zashiki.dataset,
        zashiki.gymnasium,
        zashiki.opponents,
        zashiki.pettingzoo,
        zashiki.small,
    ],
)
def test_the_example_of_a_module_runs(module: types.ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert failed == 0
    assert tried


def test_the_table_of_counts_is_right() -> None:
    text = (ROOT / "docs/reference/python.md").read_text("utf-8")
    table = re.findall(r"^\| \S+ `(\w+)` \| ([\d,]+)", text, re.M)
    assert [name for name, _ in table] == zashiki.games()
    for name, count in table:
        assert zashiki.Game(name).action_count == int(count.replace(",", ""))


def test_everything_says_what_it_is() -> None:
    for name in zashiki.__all__:
        thing = getattr(zashiki, name)
        assert thing.__doc__
        for member in dir(thing):
            if not member.startswith("_") and not hasattr(ValueError, member):
                assert getattr(thing, member).__doc__, f"{name}.{member}"
