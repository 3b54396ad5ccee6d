"""The notebooks of the documentation are run, cell by cell."""

from __future__ import annotations

import ast
import json
import pathlib
import re

import pytest

FOLDER = pathlib.Path(__file__).parents[3] / "docs/notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_the_list_names_every_notebook() -> None:
    listed = (FOLDER / "README.md").read_text("utf-8")
    assert len(NOTEBOOKS) == 3
    assert all(f"({path.name})" in listed for path in NOTEBOOKS)


def shown(source: str, path: str, names: dict[str, object]) -> object:
    """Run a cell, and return the value of its last line, as a notebook shows it."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, path, "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    value: object = eval(compile(ast.Expression(last.value), path, "eval"), names)
    draw = getattr(value, "_repr_svg_", None)
    return value if draw is None else draw()


@pytest.mark.usefixtures("pixels")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(
    path: pathlib.Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: pathlib.Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    book = json.loads(path.read_text("utf-8"))
    assert book["nbformat"] == 4
    cells = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    assert len({cell["id"] for cell in book["cells"]}) == len(book["cells"])
    names: dict[str, object] = {"__name__": "__main__"}
    pictures = 0
    for cell in cells:
        # Outputs would grow old.
        assert (cell["outputs"], cell["execution_count"]) == ([], None)
        source = "".join(cell["source"])
        # Readers play dozens of games, in the extension of a wheel, which is faster.
        source = re.sub(r"(compare\(.*games)=\d+", r"\1=2", source)
        source = source.replace("wins('greedy')", "wins('greedy', matches=16)")
        value = shown(source, f"{path.name}, {cell['id']}", names)
        pictures += str(value).startswith("<svg")
    assert pictures
    assert capsys.readouterr().out
    if path.stem == "look":
        assert (tmp_path / "sengoku.gif").read_bytes().startswith(b"GIF")
        assert names["same"].position() == names["state"].position()  # type: ignore[attr-defined]
    if path.stem == "train":
        before, after = names["before"], names["after"]
        assert isinstance(before, float)
        assert isinstance(after, float)
        assert after > before + 0.2
