"""The package works without its optional dependencies."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest
import zashiki.gymnasium
import zashiki.pettingzoo


def test_the_package_alone_imports_no_framework() -> None:
    optional = {"PIL", "gymnasium", "pettingzoo", "pygame", "resvg_py"}
    look = f"import sys, zashiki; print(sorted({optional} & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", look], check=True, capture_output=True, text=True)
    assert ran.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("module", "needs"),
    [("gymnasium", "gymnasium"), ("pettingzoo", "gymnasium"), ("pettingzoo", "pettingzoo")],
)
def test_what_is_missing_says_how_it_comes(
    module: str, needs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == needs]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, needs, None)
    monkeypatch.delitem(sys.modules, f"zashiki.{module}")
    monkeypatch.setattr(zashiki, module, getattr(zashiki, module))
    message = rf"^{needs} is missing, which zashiki\.{module} needs: pip install {needs}$"
    with pytest.raises(ModuleNotFoundError, match=message) as missing:
        importlib.import_module(f"zashiki.{module}")
    assert missing.value.name == needs
