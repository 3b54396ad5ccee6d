"""The wheel in a virtual environment with nothing else in it."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import venv

import pytest

ROOT = pathlib.Path(__file__).parents[3]


def test_the_wheel_is_installed_and_does_what_the_readme_says(tmp_path: pathlib.Path) -> None:
    wheel = os.environ.get("ZASHIKI_WHEEL")
    if wheel is None:
        pytest.skip("cargo xtask python --full builds the wheel and names it in ZASHIKI_WHEEL")
    venv.create(tmp_path, with_pip=True)
    python = tmp_path / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")

    def run(*arguments: str) -> str:
        # What is laid out for the other tests must not be found.
        clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        ran = subprocess.run(
            [python, *arguments], cwd=tmp_path, env=clean, capture_output=True, text=True
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    run("-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel)
    readme = (ROOT / "crates/python/README.md").read_text("utf-8")
    example = re.search(r"^```python\n(.*?)^```", readme, re.M | re.S)
    assert example is not None
    assert re.fullmatch(r"\[[-\d., ]+\] \[[-\d., ]+\]\n", run("-c", example[1]))
    assert run("-c", "import zashiki; print(zashiki.__file__)").startswith(str(tmp_path))
    about = (
        "from importlib.metadata import metadata, files; import zashiki;"
        "about = metadata('zashiki');"
        "print(about['Version'] == zashiki.__version__, about.get_all('License-File'));"
        "print(sorted(file.name for file in files('zashiki') if 'LICENSE' in file.name))"
    )
    licences = "['LICENSE-APACHE', 'LICENSE-MIT']\n"
    assert run("-c", about) == f"True {licences}{licences}"
