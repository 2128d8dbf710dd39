"""Page: Woo, Reiter, Oganian and Karr (2009), Tables 1 and 2."""

import numpy as np

from tests.gallery.drawing import COLOUR, GREY, canvas, svg
from tests.gallery.page import Page, Picture, agrees, differs, missing, number, table
from tests.studies.simulated import CORRELATION, METHODS, N, PAPER, ROWS, WINDOW, statements
from tests.studies.simulated import table as study

NAME = "simulated-data"
FULL, SMALL = {"seeds": 20}, {"seeds": 2}
TEST = "tests/studies/test_simulated.py::test_every_statement_holds"
TABLES = {"symmetric": "Table 1 (symmetric data)", "non-symmetric": "Table 2 (non-symmetric data)"}
HEADS = {
    "incorrect": "Incorrect simulation",
    "micro": "Microaggregation",
    "micro+noise": "Microaggregation + noise",
    "swap": "Rank swapping",
}

TEXT = """
Two variables, 10,000 records, four maskings, four measures (section 3.1 of the paper). The paper prints one data set
of each shape; here {seeds} were drawn.

- **The paper**: bivariate t with 2 degrees of freedom (symmetric), or F(10, 10) and a regression on it (non-symmetric);
  masked by a wrong normal model, by microaggregation in threes, by the same with noise that restores the covariance,
  and by rank swapping.
- **Here**: the same, seeds 0 to {last}, {n:,} records each. The paper gives neither the correlation nor how many ranks
  a swap may reach either side: {correlation} and {window} fit its columns "micro" and "swap" best, so closeness in
  these two columns is partly by choice. The incorrect simulation matches mean and covariance exactly: the printed 0.000 cannot
  come from plain draws. Models I and II are equations 6 and 7 of the paper; clusters are by average linkage of unscaled data.
- **Command**: `python -m tests.gallery --pages simulated-data`; the tables alone: `python -m tests.studies.simulated {seeds}`.

Each cell: **paper** / median here [smallest, largest of {seeds} seeds]; U_p and U_s are multiplied by N = 20,000. `*`: the
paper's value lies outside the range. In bold the masking that has the highest utility, in the paper and here.

## Table 1 (symmetric data)

{symmetric}

## Table 2 (non-symmetric data)

{non_symmetric}

The paper prints "G = 500" twice in Table 1; the second stands for 750.

{picture}
"""


def measure(seeds):
    found = {"seeds": seeds}
    for shape in PAPER:
        tables = [study(shape, seed) for seed in range(seeds)]
        found[shape] = {row: {m: [float(t[row][m]) for t in tables] for m in METHODS} for row in ROWS}
    return found


def sample():
    """Return what a short run finds again: the figures of seed 0."""
    return {shape: {row: {m: [float(v[m])] for m in METHODS} for row, v in study(shape, 0).items()} for shape in PAPER}


def part(results):
    """Return the part of stored results that ``sample`` gives."""
    return {shape: {row: {m: v[m][:1] for m in METHODS} for row, v in results[shape].items()} for shape in PAPER}


def page(results):
    seeds = results["seeds"]
    picture = Picture(
        "simulated-data",
        "The values of the paper's Tables 1 and 2 as dots, over the range of the seeds here as bars, on logarithmic scales",
        lambda: _drawn(results),
    )
    text = TEXT.format(
        seeds=seeds,
        last=seeds - 1,
        n=N,
        correlation=CORRELATION,
        window=WINDOW,
        symmetric=_table("symmetric", results),
        non_symmetric=_table("non-symmetric", results),
        picture=picture.link(),
    )
    title = "Simulated data: Tables 1 and 2 of Woo, Reiter, Oganian and Karr (2009)"
    return Page(NAME, title, text, tuple(_statements(results)), (picture,))


def _table(shape, results):
    rows = []
    for row, paper in zip(ROWS, PAPER[shape], strict=True):
        found = results[shape][row]
        medians = [np.median(found[m]) for m in METHODS]
        cells = [
            _cell(p, found[m], p == min(paper), median == min(medians))
            for p, m, median in zip(paper, METHODS, medians, strict=True)
        ]
        rows.append([row.replace("Up", "U_p").replace("Uc", "U_c, G =").replace("Um", "U_m").replace("Us", "U_s"), *cells])
    return table(["", *(HEADS[m] for m in METHODS)], rows)


def _cell(paper, values, best, best_here):
    first = f"**{paper:g}**" if best else f"{paper:g}"
    median = number(np.median(values))
    star = "" if _inside(paper, values) else " *"
    return f"{first} / {f'**{median}**' if best_here else median} [{number(min(values))}, {number(max(values))}]{star}"


def _inside(paper, values):
    return min(values) <= paper <= max(values) or max(abs(paper), *map(abs, values)) < 1e-15


def _by_seed(shape, results):
    for i in range(results["seeds"]):
        yield {row: {m: results[shape][row][m][i] for m in METHODS} for row in ROWS}


def _statements(results):
    seeds = results["seeds"]
    for shape, title in TABLES.items():
        held = [statements(shape, found) for found in _by_seed(shape, results)]
        for text in held[0]:
            count = sum(h[text] for h in held)
            yield agrees(f"{title.split(' (')[0]}. {text}", count == seeds, f"{count} of {seeds} seeds", TEST)
    first = [f["Uc 100"]["micro+noise"] < f["Uc 100"]["swap"] for f in _by_seed("non-symmetric", results)]
    yield differs(
        "Section 3.1 says that the clustering measures select rank swapping; at G = 100 of non-symmetric data"
        " microaggregation with noise is better, here as in the paper's own Table 2",
        all(first) and PAPER["non-symmetric"][2][2] < PAPER["non-symmetric"][2][3],
        f"{sum(first)} of {seeds} seeds",
        TEST,
    )
    flips = sum(f["Uc 1000"]["incorrect"] < f["Uc 1000"]["micro"] for f in _by_seed("non-symmetric", results))
    yield differs(
        "The flip at G = 1000 (non-symmetric data), where incorrect simulation comes out better than microaggregation, and"
        " whether it comes at G = 750 already, depend on the draw",
        0 < flips,
        f"at G = 1000 {flips} of {seeds} seeds",
    )
    yield missing(
        "The data with low or with negative correlation (six of the paper's eight versions)",
        "the paper prints no figures of them",
    )
    yield missing(
        "Swaps among the 1,500 nearest values, as the text says",
        f"the paper's figures fit {WINDOW} ranks either side; a window of 1,500 distorts about twice as much as printed",
    )


def _drawn(results):
    figure, axes = canvas(620, 1, 2, sharey=True)
    places = [(row, m) for row in ROWS for m in METHODS if not (row == "Up I" and m == "incorrect")]
    for axis, (shape, title) in zip(axes, TABLES.items(), strict=True):
        for y, (row, m) in enumerate(places):
            values = results[shape][row][m]
            axis.plot([min(values), max(values)], [y, y], color=COLOUR, linewidth=4, alpha=0.45, solid_capstyle="round")
            paper = PAPER[shape][ROWS.index(row)][METHODS.index(m)]
            axis.plot(paper, y, "o", color=GREY, markersize=4)
        axis.set(xscale="log", title=title, xlabel="Value (logarithmic)")
        axis.grid(axis="x", alpha=0.2)
    axes[0].set_yticks(range(len(places)), [f"{row}, {m}" for row, m in places], fontsize=8)
    axes[0].invert_yaxis()
    figure.suptitle("Dots: the paper. Bars: smallest to largest of the seeds here.", x=0.01, ha="left", fontsize=9)
    return svg(NAME, figure)
