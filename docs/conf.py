"""How Sphinx makes a site of these pages: ``make docs``. Nothing on it is loaded from another host."""

import re
import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

project = "R-U Map"
author = "The R-U Map maintainers"
html_title = project
html_theme = "furo"
html_theme_options = {
    "light_css_variables": {"font-stack": "Inter, system-ui, sans-serif", "color-brand-primary": "#0b5c6b"},
    "dark_css_variables": {"font-stack": "Inter, system-ui, sans-serif"},
}
html_favicon = "../assets/icon.svg"
html_static_path = ["site", "../assets/public/Inter.woff2"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
default_role = "code"
myst_heading_anchors = 4  # [text](page.md#a-heading)
myst_fence_as_directive = ["math"]
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings say it
napoleon_google_docstring = False
napoleon_use_rtype = False

GATHERED = re.compile(r"\\begin\{gathered\}(.*)\\end\{gathered\}", re.S)
NEW_LINE = re.compile(r"\\\\(?:\[\w+\])?")


def lines_of(formula: str) -> list[str]:
    """Return the lines of a formula that is gathered from several."""
    whole = GATHERED.fullmatch(formula.strip())
    if whole is None:
        return [formula]
    lines, depth = [""], 0
    for part in re.split(r"(\\(?:begin|end)\{|\\\\(?:\[\w+\])?)", whole[1]):
        depth += {r"\begin{": 1, r"\end{": -1}.get(part, 0)
        if depth == 0 and NEW_LINE.fullmatch(part):
            lines.append("")
        else:
            lines[-1] += part
    return lines


def mathml(formula: str, *, block: bool) -> str:
    """Return a formula as MathML, which browsers draw by themselves; one that cannot be written ends the build."""
    known = formula.replace(r"\textstyle", "")
    stacked = re.sub(r"\\substack\{((?:[^{}]|\{[^{}]*\})*)\}", r"{\\begin{matrix} \1 \\end{matrix}}", known)
    return "".join(tex2mathml(line.strip(), as_block=block) for line in lines_of(stacked))


def visit_inline(self: Any, node: nodes.math) -> None:
    """Write a formula within a line."""
    self.body.append(mathml(node.astext(), block=False))
    raise nodes.SkipNode


def visit_block(self: Any, node: nodes.math_block) -> None:
    """Write a displayed formula."""
    self.body.append(f'<div class="formula">{mathml(node.astext(), block=True)}</div>')
    raise nodes.SkipNode


def setup(app: Any) -> None:
    """Write formulas without a script."""
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))


html_math_renderer = "mathml"
