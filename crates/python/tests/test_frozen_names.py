"""The public names of the package, against the list in `frozen/names.txt`.

Names change on purpose only: run this test with `ZASHIKI_FREEZE=1`, and read the difference.
"""

from __future__ import annotations

import ast
import inspect
import os
import pathlib
import sys
from typing import TYPE_CHECKING

import pytest
import zashiki

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NAMES = pathlib.Path(__file__).parent / "frozen/names.txt"
# Modules for frameworks, which may be missing: their names are read from the source.
FRAMEWORKS = ("arrow", "gymnasium", "openspiel", "opponents", "pettingzoo", "ray", "sb3")
# Other modules.
MODULES = ("benchmark", "dataset", "small")


def public(names: Iterable[str]) -> list[str]:
    """Sort the names that do not begin with an underscore."""
    return sorted(name for name in names if not name.startswith("_"))


def of_the_extension() -> Iterator[str]:
    """Names of `zashiki`, and of the members of its classes."""
    inherited = {*dir(object), *dir(Exception)}
    for name in public(vars(zashiki)):
        item = getattr(zashiki, name)
        if inspect.ismodule(item):
            continue
        yield f"zashiki.{name}{signature(item)}"
        if isinstance(item, type):
            for member in public(member for member in dir(item) if member not in inherited):
                yield f"zashiki.{name}.{member}{signature(getattr(item, member))}"


def signature(item: object) -> str:
    """Names of the parameters of a function or class of the extension module, in order."""
    if not callable(item) or (isinstance(item, type) and issubclass(item, Exception)):
        return ""
    try:
        names = inspect.signature(item).parameters
    except ValueError:
        # A class that only other classes make.
        return ""
    return f"({', '.join(name for name in names if name != 'self')})"


def defined(body: list[ast.stmt]) -> Iterator[tuple[str, ast.stmt]]:
    """Names that the statements define, without imports."""
    for item in body:
        if isinstance(item, (ast.FunctionDef, ast.ClassDef)):
            yield item.name, item
        elif isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            yield item.target.id, item
        elif isinstance(item, ast.Assign):
            yield from ((to.id, item) for to in item.targets if isinstance(to, ast.Name))


def of_the_module(module: str) -> Iterator[str]:
    """Names of a module for a framework, of the members of its classes and of parameters."""
    source = pathlib.Path(zashiki.__file__).with_name(f"{module}.py").read_text("utf-8")
    for name, item in defined(ast.parse(source).body):
        if name.startswith("_"):
            continue
        inner = list(defined(item.body)) if isinstance(item, ast.ClassDef) else []
        for path, each in [(name, item), *((f"{name}.{member}", each) for member, each in inner)]:
            if path.rpartition(".")[2].startswith("_") and not path.endswith(".__init__"):
                continue
            yield f"zashiki.{module}.{path}{parameters(each)}"


def parameters(item: ast.stmt) -> str:
    """Names of the parameters of a function, in order."""
    if not isinstance(item, ast.FunctionDef):
        return ""
    given = item.args
    names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return f"({', '.join(name for name in names if name != 'self')})"


@pytest.mark.skipif(
    sys.version_info < (3, 10), reason="older Python knows no signatures of an extension's classes"
)
def test_public_names_are_those_of_the_list() -> None:
    modules = (line for module in (*FRAMEWORKS, *MODULES) for line in of_the_module(module))
    names = "".join(f"{line}\n" for line in sorted([*of_the_extension(), *modules]))
    if os.environ.get("ZASHIKI_FREEZE"):
        NAMES.write_text(names, "utf-8")
    assert names == NAMES.read_text("utf-8")
