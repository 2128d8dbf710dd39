"""The look of every chart: colours for light and dark pages, marker shapes, and the layout they share.

Text, axes and page take their colours from the page's own theme; what is set here works on both.
Scenario colours: Okabe and Ito (2008), in the order of the scenarios, always with a shape as well.
"""

from collections.abc import Sequence
from dataclasses import dataclass

FONT = "Inter, 'Source Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
FONT_SIZE = 12

NEARLY_BLACK = "#050F14"
GRID = "rgba(128, 142, 152, 0.18)"
RULE = "rgba(128, 142, 152, 0.75)"

SHAPES = ("circle", "diamond", "star", "x", "pentagon", "cross", "hexagram", "bowtie", "star-diamond", "hourglass")
"""Shapes of scenarios; triangle and square are kept for the original and for no release."""


@dataclass(frozen=True)
class Palette:
    """Colours of one page scheme.

    Parameters
    ----------
    scenarios : tuple of str
        In the order of the scenarios.
    loss : tuple of str
        From no loss (the page's background) to most.
    difference : tuple of str
        From worse (orange) over no difference to better (blue).
    untestable, hatch : str
        Fill and strokes of cells that have no value.
    ink, background : str
        Outline of the chosen point, and what lies behind cells.
    chosen : str
        Frame of the chosen cell.
    limit, limit_area : str
        Risk limit, and the side beyond it.
    frontier, masked : str
        Line of the Pareto set; the masked file beside the original.
    muted, reference : str
        Labels of dominated scenarios; original and no release.
    go, cannot_tell, stopped : str
        A file that can go out, one of which it is not known, one that cannot go out.
    acceptable : str
        The area of acceptable risk.
    """

    scenarios: tuple[str, ...]
    loss: tuple[str, ...]
    difference: tuple[str, ...]
    untestable: str
    hatch: str
    ink: str
    background: str
    chosen: str
    limit: str
    limit_area: str
    frontier: str
    masked: str
    muted: str
    reference: str
    go: str
    cannot_tell: str
    stopped: str
    acceptable: str


LIGHT = Palette(
    scenarios=("#0072B2", "#D55E00", "#009E73", "#B8588F", "#B87A00", "#3A94CF", "#5B6770"),
    loss=("#F2F7F8", "#CFE3E8", "#9CC8D3", "#5FA3B5", "#2A7B92", "#0B5D75", "#042F3D"),
    difference=("#9A4503", "#DE8837", "#F6D2B0", "#F4F6F7", "#C3DBEC", "#5A9ACB", "#0A4B84"),
    untestable="#DFDEDB",
    hatch="#A5A29C",
    ink="#10242D",
    background="#FFFFFF",
    chosen="#E0620D",
    limit="#B3261E",
    limit_area="rgba(179, 38, 30, 0.06)",
    frontier="#0B5D75",
    masked="#0B7A99",
    muted="#66737B",
    reference="#4A565E",
    go="#0E7A4F",
    cannot_tell="#B26A00",
    stopped="#B3261E",
    acceptable="rgba(14, 122, 79, 0.10)",
)

DARK = Palette(
    scenarios=("#4FB0EA", "#F58A4B", "#2CC79B", "#DB92BA", "#DDA83A", "#8ACBF3", "#A3B0B8"),
    loss=("#18272E", "#1E3F4B", "#25606F", "#38859A", "#68AFC1", "#A5D5DF", "#E4F5F8"),
    difference=("#FFC38A", "#C97B32", "#6C4526", "#1C2A31", "#27536F", "#4C95C9", "#A2D2F6"),
    untestable="#3A3B3C",
    hatch="#76777A",
    ink="#FFFFFF",
    background="#121D22",
    chosen="#FFA04D",
    limit="#FF8A80",
    limit_area="rgba(255, 138, 128, 0.09)",
    frontier="#5CB8C9",
    masked="#4DB6CF",
    muted="#93A0A8",
    reference="#B9C4CA",
    go="#4CC38A",
    cannot_tell="#F0B03F",
    stopped="#FF8A80",
    acceptable="rgba(76, 195, 138, 0.13)",
)


def palette(dark: bool) -> Palette:
    """Return the colours for a dark or a light page."""
    return DARK if dark else LIGHT


@dataclass(frozen=True)
class Frame:
    """Size of a chart and its margins, in pixels."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int

    @property
    def plot_width(self) -> int:
        """Width between the axes."""
        return self.width - self.left - self.right

    @property
    def plot_height(self) -> int:
        """Height between the axes."""
        return self.height - self.top - self.bottom


def layout(frame: Frame) -> dict[str, object]:
    """Return the layout that every chart starts from: transparent, without legend, margins as given.

    The width is left to the page.
    """
    return {
        "template": {"data": {"scatter": [{"type": "scatter"}]}},  # plotly's "none", which else takes its own look
        "height": frame.height,
        "margin": {"l": frame.left, "r": frame.right, "t": frame.top, "b": frame.bottom, "pad": 0, "autoexpand": False},
        "font": {"family": FONT, "size": FONT_SIZE},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "showlegend": False,
        "dragmode": False,
        "clickmode": "event+select",
        "hovermode": "closest",
        "hoverlabel": {"align": "left", "namelength": 0},
    }


def axis(**settings: object) -> dict[str, object]:
    """Return an axis with a thin grid and nothing that moves the plot, with these settings; None leaves one out."""
    plain: dict[str, object] = {
        "automargin": False,
        "fixedrange": True,
        "zeroline": False,
        "showgrid": True,
        "gridcolor": GRID,
        "gridwidth": 1,
        "ticks": "",
        "showline": False,
        "linecolor": RULE,
    }
    given = {name: list(value) if isinstance(value, tuple) else value for name, value in settings.items()}
    return {**plain, **{name: value for name, value in given.items() if value is not None}}


def row_axis(texts: Sequence[str], **settings: object) -> dict[str, object]:
    """Return the axis of rows, the first one on top, with their texts."""
    rows = len(texts)
    places = {"range": (rows - 0.5, -0.5), "tickvals": list(range(rows)), "ticktext": list(texts)}
    return axis(showgrid=False, **places, **settings)


def colour_scale(colours: tuple[str, ...]) -> list[tuple[float, str]]:
    """Return colours at equal distances as a plotly colour scale."""
    return [(i / (len(colours) - 1), colour) for i, colour in enumerate(colours)]


def colour_at(colours: tuple[str, ...], position: float) -> tuple[float, float, float]:
    """Return the colour (red, green, blue in 0..255) at a position 0..1 of a scale."""
    place = min(max(position, 0.0), 1.0) * (len(colours) - 1)
    i = min(int(place), len(colours) - 2)
    ends = [[int(colours[j][k : k + 2], 16) for k in (1, 3, 5)] for j in (i, i + 1)]
    mixed = [a + (place - i) * (b - a) for a, b in zip(*ends, strict=True)]
    return mixed[0], mixed[1], mixed[2]


def transparent(colour: str, opacity: float) -> str:
    """Return a colour (#RRGGBB) with an opacity."""
    red, green, blue = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {opacity:g})"


def text_on(colour: tuple[float, float, float]) -> str:
    """Return the text colour, nearly black or white, with the better contrast (WCAG 2.2)."""
    luminance = relative_luminance(colour)
    dark = relative_luminance(colour_at((NEARLY_BLACK, NEARLY_BLACK), 0.0))
    return "#FFFFFF" if 1.05 / (luminance + 0.05) > (luminance + 0.05) / (dark + 0.05) else NEARLY_BLACK


def relative_luminance(colour: tuple[float, float, float]) -> float:
    """Return the relative luminance (WCAG 2.2), 0..1, of a colour with red, green, blue in 0..255."""
    shares = (x / 255 for x in colour)
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
