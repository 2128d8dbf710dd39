"""Figures as SVG: the product's own charts where there is one, else matplotlib; one look for all."""

import io

import matplotlib as mpl
from matplotlib.figure import Figure as Canvas

from core.charts import figure_spec
from core.charts.theme import LIGHT
from core.reports.formats.figure_images import pictures
from core.reports.report_model import Figure

GREY, COLOUR = LIGHT.reference, LIGHT.masked
COLOURS = LIGHT.scenarios
LIGHTER = "#CFE3E8"
DOTS = 96
WIDTH = 760
SETTINGS = {
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#8E989E",
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "legend.frameon": False,
    "text.color": LIGHT.ink,
    "axes.labelcolor": LIGHT.ink,
}


def canvas(height, rows=1, columns=1, **settings):
    """Return a white canvas of so many pixels' height and its axes."""
    with mpl.rc_context(SETTINGS):
        figure = Canvas(figsize=(WIDTH / DOTS, height / DOTS), dpi=DOTS, facecolor="white", layout="constrained")
        return figure, figure.subplots(rows, columns, **settings)


def svg(name, figure):
    """Return a canvas as SVG; the same figure gives the same bytes."""
    buffer = io.BytesIO()
    with mpl.rc_context(SETTINGS | {"svg.hashsalt": name}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return buffer.getvalue()


def chart(name, alt, figure):
    """Return one of the product's charts as SVG on white, as the reports draw it."""
    figure.update_layout(paper_bgcolor="white")
    return pictures([Figure(name, alt, figure_spec(figure), alt)], "svg")[name]
