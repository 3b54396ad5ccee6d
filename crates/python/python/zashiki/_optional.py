"""Packages that only some modules need."""

from __future__ import annotations

# Packages whose name for pip differs from the name of their module.
PACKAGES = {"pyspiel": "open_spiel", "stable_baselines3": "stable-baselines3"}


def missing(error: ModuleNotFoundError, module: str) -> ModuleNotFoundError:
    """The error of `zashiki.MODULE` if a package that it needs is not installed."""
    name = (error.name or "").split(".")[0]
    package = PACKAGES.get(name, name)
    return ModuleNotFoundError(
        f"{name} is missing, which zashiki.{module} needs: pip install {package}", name=error.name
    )


def missing_extra(error: ModuleNotFoundError, what: str, extra: str) -> ModuleNotFoundError:
    """The error of what needs the packages of an extra, if one of them is not installed."""
    return ModuleNotFoundError(
        f"{what} needs {error.name}, which is missing: pip install 'zashiki[{extra}]'",
        name=error.name,
    )
