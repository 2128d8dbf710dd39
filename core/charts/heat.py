"""Heat in the cells of a table, in the colours of the charts."""

from core.charts.theme import colour_at, palette, text_on


def heat_css(goodness: float, *, dark: bool) -> str:
    """Return how a cell looks: at 1 like the page, the stronger the nearer to 0."""
    colour = colour_at(palette(dark).loss, 1 - goodness)
    return f"background-color:rgb({', '.join(f'{part:.0f}' for part in colour)});color:{text_on(colour)}"


def palette_colour(name: str, *, dark: bool) -> str:
    """Return a colour of the palette by its name."""
    return str(getattr(palette(dark), name))
