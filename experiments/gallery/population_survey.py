"""Page: Woo, Reiter, Oganian and Karr (2009), Table 3 and Figures 1 and 2, on a generated population."""

from itertools import pairwise

from matplotlib.patches import Rectangle

from experiments.gallery.drawing import COLOUR, COLOURS, GREY, LIGHTER, canvas, svg
from experiments.gallery.page import Page, Picture, agrees, differs, filled, missing, number, table
from experiments.studies.population_survey import (
    ARROWS,
    CATEGORIES,
    PAPER,
    N,
    broken_arrows,
    distances,
    maskings,
    population,
    propensities,
)

NAME = "population-survey"
FULL, SMALL = {"records": N}, {"records": 6_000}
ORDER_TEST = "experiments/studies/test_population_survey.py::test_up_keeps_the_order_of_figure_1"
MAXIMUM_TEST = "experiments/studies/test_population_survey.py::test_um_hardly_tells_the_maskings_apart"
COLUMNS = ("N U_p", "G U_c, 2.5%", "G U_c, 5%", "U_m", "N U_s")
LESS, MOST = "Age+Race30+Mar30+Tax", "Age+Race30+Mar30+Tax+Inc20"
ALIKE = 0.05
"""Two maskings that follow each other are in one block where their values differ by less than this share."""

SCHOOLS = (  # Table 4 of the paper: U_m, U_s
    (0.14349, 0.02059),
    (0.14379, 0.02067),
    (0.14373, 0.02066),
    (0.14398, 0.02073),
    (0.14459, 0.02090),
    (0.14404, 0.02074),
    (0.14434, 0.02083),
    (0.14440, 0.02085),
    (0.14471, 0.02094),
    (0.14465, 0.02092),
)

PLACES = {  # of Figure 1: across, down
    "Age": (0, 1),
    "Age+Race10": (1, 0),
    "Age+Mar10": (1, 2),
    "Age+Race10+Mar10": (2, 1),
    "Age+Race10+Mar10+Tax": (3, 0.4),
    "Age+Race10+Mar10+Tax+Inc20": (4, 0),
    "Age+Race30+Mar30": (3, 2),
    "Age+Race30+Mar30+Tax": (4, 1.4),
    "Age+Race30+Mar30+Tax+Inc20": (5, 1),
}


def measure(records):
    data = population(records)
    masked = maskings(data)
    up = {model: propensities(data, masked, model) for model in ("spline", "cubic")}
    return {"records": records, **up, "rest": {name: distances(data, file) for name, file in masked.items()}}


def sample(records=N):
    """Return what a short run finds again: U_c, U_m and U_s of the gentlest masking."""
    data = population(records)
    return distances(data, maskings(data)["Age"])


def part(results):
    """Return the part of stored results that ``sample`` gives."""
    return results["rest"]["Age"]


def page(results):
    n = results["records"]
    order = Picture(
        "population-survey-order",
        "The nine maskings, joined by the arrows of the paper's Figure 1",
        lambda: _order(results),
    )
    blocks = Picture(
        "population-survey-blocks",
        "For each measure, the paper's figures and ours: maskings with nearly equal values share a block",
        lambda: _blocks(results),
    )
    text = filled(
        NAME,
        paper_n=N,
        n=n,
        small=f"{round(0.0245 * n):,}",
        large=f"{round(0.049 * n):,}",
        table_3=_table_3(results),
        order=order.link(),
        blocks=blocks.link(),
        alike=f"{ALIKE:.0%}",
    )
    title = "Population survey: Table 3, Figures 1 and 2 of Woo, Reiter, Oganian and Karr (2009)"
    return Page(NAME, title, text, tuple(_statements(results)), (order, blocks))


def _table_3(results):
    rows = []
    for name, paper in PAPER.items():
        cells = [f"{p:g} / {number(h)}" for p, h in zip(paper, _values(results, name), strict=True)]
        rows.append((name, cells[0], number(results["cubic"][name]), *cells[1:]))
    return table(("Masking", COLUMNS[0], "N U_p, cubic", *COLUMNS[1:]), rows)


def _values(results, name):
    return [results["spline"][name], *results["rest"][name]]


def _statements(results):
    spline, cubic = results["spline"], results["cubic"]
    rest = {what: {name: row[i] for name, row in results["rest"].items()} for i, what in enumerate(COLUMNS[1:])}
    broken = broken_arrows(spline)
    yield agrees("Figure 1. U_p keeps the order, all eleven arrows", not broken, f"{len(broken)} broken", ORDER_TEST)
    broken = broken_arrows(cubic)
    yield agrees("Figure 1. U_p of the third-order polynomial keeps the order", not broken, f"{len(broken)} broken")
    yield agrees(
        "Race swapped costs U_p far less than marital status swapped",
        spline["Age+Mar10"] > 3 * spline["Age+Race10"],
        f"{number(spline['Age+Race10'])}, {number(spline['Age+Mar10'])}",
    )
    both, one = spline["Age+Race10+Mar10"], spline["Age+Mar10"]
    yield agrees(
        "U_p of both swapped is not much worse than of marital status alone",
        both < 1.25 * one,
        f"{number(one)}, {number(both)}",
    )
    yield from _of_money(spline, cubic)
    yield from _of_distances(rest)
    yield agrees(
        "U_m does not discriminate",
        max(rest["U_m"].values()) < 1.6 * min(rest["U_m"].values()),
        f"{min(rest['U_m'].values()):.4f} to {max(rest['U_m'].values()):.4f}",
        MAXIMUM_TEST,
    )
    broken = broken_arrows(rest["N U_s"], 0.0, 0.0)
    yield differs(
        "Figure 1. U_s keeps the order in the paper, not here: independent distortions can cancel in a distribution"
        " function",
        bool(broken),
        f"{len(broken)} of {len(ARROWS)} broken",
    )
    yield differs(
        "Table 3. U_m of one tenth of races swapped is below .15, so that the printed .39 cannot be",
        rest["U_m"]["Age+Race10"] < 0.15 < PAPER["Age+Race10"][3],
        f"{rest['U_m']['Age+Race10']:.4f}",
    )
    yield differs(
        "Table 4 (schools). The printed U_s is the square of U_m in all ten rows, so it is not equation 5",
        all(abs(m**2 - s) < 1e-5 for m, s in SCHOOLS),
        "from the printed figures",
    )
    yield missing(
        "The values of Table 3 themselves",
        "the survey file with its edits is not published; the population is generated",
    )
    yield missing("Table 4 (school data)", "the file of 2003-2004 with the authors' selection is not published")


def _of_money(spline, cubic):
    names = [f"Age+Race{share}+Mar{share}" for share in ("10", "30")]
    jumps = [spline[f"{n}+Tax"] - spline[n] for n in names]
    yield agrees(
        "Noise on taxes lowers utility by U_p, after swaps of 10 and of 30%",
        min(jumps) > 5,
        ", ".join(f"+{number(j)}" for j in jumps),
        ORDER_TEST,
    )
    paper = min(PAPER[f"{n}+Tax"][0] - PAPER[n][0] for n in names)
    yield differs(
        "Noise on taxes costs U_p far more in the paper than here, where taxes are drawn from a smooth distribution;"
        " those of a survey may be heaped at round amounts, which noise would destroy",
        max(jumps) < 0.2 * paper,
        f"in the paper +{paper:.0f} or more",
    )
    more = [spline[f"{n}+Tax+Inc20"] / spline[f"{n}+Tax"] - 1 for n in names]
    yield agrees("Microaggregated income adds next to nothing", max(more) < 0.02, ", ".join(f"{m:+.1%}" for m in more))
    blind = max(abs(cubic[f"{n}+Tax"] - cubic[n]) for n in names)
    yield differs(
        "The third-order polynomial, which gave the paper similar results, does not see the noise on taxes of this"
        " population",
        blind < 0.25 * min(jumps),
        f"changes by at most {number(blind)}",
    )


def _of_distances(rest):
    broken = {what: broken_arrows(rest[what], 0.02, 0.0) for what in COLUMNS[1:3]}
    few, many = COLUMNS[1:3]
    yield differs(
        f"Figure 1. In the paper U_c with G = 1,250 gives the file with microaggregated income the higher utility,"
        f" which makes no sense; here {few} keeps the order, but for 2%",
        not broken[few] and PAPER[MOST][1] < PAPER[LESS][1],
        f"{len(broken[few])} broken",
    )
    yield agrees(f"Figure 1. {many} keeps the order, but for 2%", not broken[many], f"{len(broken[many])} broken")


def _order(results):
    figure, axis = canvas(420)
    values = results["spline"]
    broken = broken_arrows(values)
    texts = {}
    for name, (x, y) in PLACES.items():
        words = name.replace("+Tax", "\n+Tax").replace("Age+R", "Age\n+R").replace("Age+M", "Age\n+M")
        box = {"facecolor": LIGHTER, "edgecolor": COLOUR, "boxstyle": "round,pad=0.35"}
        words = f"{words}\n{number(values[name])}"
        texts[name] = axis.text(x, y, words, ha="center", va="center", fontsize=8, bbox=box)
    for a, b in ARROWS:
        style = {"color": "#B3261E", "linestyle": "--"} if (a, b) in broken else {"color": GREY}
        patches = {"patchA": texts[a].get_bbox_patch(), "patchB": texts[b].get_bbox_patch()}
        arrow = {"arrowstyle": "-|>", "shrinkA": 2, "shrinkB": 3, **patches, **style}
        axis.annotate("", PLACES[b], PLACES[a], arrowprops=arrow)
    axis.set(xlim=(-0.5, 5.6), ylim=(2.5, -0.5))
    axis.set_axis_off()
    return svg("population-survey-order", figure)


def blocks_of(values):
    """Return the names in blocks: ascending values, a new block where one exceeds the one before by ALIKE or more."""
    names = sorted(values, key=lambda name: (values[name], name))
    blocks = [[names[0]]]
    for before, name in pairwise(names):
        if values[name] < values[before] * (1 + ALIKE):
            blocks[-1].append(name)
        else:
            blocks.append([name])
    return blocks


def _blocks(results):
    figure, axis = canvas(380)
    names = list(PAPER)
    for i, column in enumerate(COLUMNS):
        sources = ({n: PAPER[n][i] for n in names}, {n: _values(results, n)[i] for n in names})
        for k, values in enumerate(sources):
            _column(axis, 2 * i + k + 0.35 * i, values, names)
        axis.text(2 * i + 0.35 * i + 0.9, -0.95, column, ha="center", fontweight="bold")
        for k, word in enumerate(("paper", "here")):
            axis.text(2 * i + 0.35 * i + k + 0.45, -0.55, word, ha="center", fontsize=8)
    for row, name in enumerate(names):
        axis.text(-0.15, row, name, ha="right", va="center", fontsize=8)
    axis.set(xlim=(-3.9, 11.5), ylim=(len(names) - 0.4, -1.3))
    axis.set_axis_off()
    figure.suptitle(
        f"One block: each within {ALIKE:.0%} of the one before. Higher numbers: lower utility.",
        x=0.01,
        ha="left",
        fontsize=9,
    )
    return svg("population-survey-blocks", figure)


def _column(axis, x, values, names):
    blocks = blocks_of(values)
    for rank, block in enumerate(blocks):
        for name in block:
            row = names.index(name)
            colour = COLOURS[rank % len(COLOURS)]
            axis.add_patch(Rectangle((x, row - 0.42), 0.9, 0.84, facecolor=colour, alpha=0.25, edgecolor=colour))
            axis.text(x + 0.45, row, str(rank + 1), ha="center", va="center")


assert set(PLACES) == set(PAPER)
assert dict(CATEGORIES) == {"race": 4, "marital": 7}
