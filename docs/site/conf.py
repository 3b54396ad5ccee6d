"""The documentation site: `cargo xtask docs-site`."""

import zashiki

project = "Zashiki"
author = "The Zashiki developers"
version = release = zashiki.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "docs/site/index"
include_patterns = [
    "*.md",
    "docs/*.md",
    "docs/**/*.md",
    "crates/**/README.md",
    "crates/**/RULES.md",
]
exclude_patterns = ["target", "**/node_modules", ".*", "**/.*"]
# Some blocks are shortened so far that they are not valid in their language.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = "Zashiki"
html_copy_source = False
html_show_sphinx = False

myst_heading_anchors = 4
myst_enable_extensions = ["dollarmath"]
# In the package's docstrings, `name` is code.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "description"
# Frameworks that need not be installed to read about them.
autodoc_mock_imports = ["open_spiel", "pyspiel", "ray", "pyarrow", "stable_baselines3"]
