"""Page: the simulation of Lemons, Dajani, You and Jordan, Tables 2 to 5."""

import numpy as np

from core.utility.tables import METRICS
from experiments.gallery.drawing import LIGHTER, canvas, svg
from experiments.gallery.page import Page, Picture, agrees, differs, filled, missing, number, table
from experiments.gallery.published_differences import TABLE_2, TABLE_3, TABLE_4, TABLE_5
from experiments.studies.lemons_simulation import (
    CELLS,
    HOUSEHOLDS,
    RATES,
    expected_chi_square,
    metrics,
    simulated,
    start,
    swapped_at_random,
)
from experiments.studies.lemons_simulation import statements as group_statements
from experiments.studies.lemons_tables import (
    GROUPS,
    TERMS,
    correlations,
    effects,
    from_drawn_tables,
    moments,
    ranges,
    summarised,
    summary,
)

NAME = "degree-of-difference"
FULL, SMALL = {"repetitions": 100}, {"repetitions": 12}
GROUPS_TEST = "experiments/studies/test_lemons_simulation.py::test_the_metrics_fall_into_the_two_groups_of_the_paper"
THEORY_TEST = "experiments/studies/test_lemons_simulation.py::test_the_expected_chi_square_of_swaps_at_random"
SHORT = dict(zip(METRICS, ("CS", "ESR", "DS", "GD", "HD", "HD3"), strict=True))
MIDDLE = [cell for cell in CELLS if (cell.amount, cell.tracts, cell.levels) == ("medium", 8, 5)]
"""Four cells, one for each kind of tracts and levels; here tables were drawn as well as made exactly proportional."""

SHARE = 0.0441


def measure(repetitions):
    cells, trimmed = summarised(repetitions)
    design_a = [
        [expected_chi_square(SHARE, *start(cell).shape), _mean_at_random(cell, max(5, repetitions // 5))]
        for cell in CELLS[:: len(RATES)]
    ]
    drawn = [summary(from_drawn_tables(cell, repetitions)) for cell in MIDDLE]
    return {"repetitions": repetitions, "cells": cells, "trimmed": trimmed, "design_a": design_a, "drawn": drawn}


def _mean_at_random(cell, repetitions):
    table, random = start(cell), np.random.default_rng(CELLS.index(cell))
    return float(np.mean([metrics(table, swapped_at_random(table, SHARE, random))[0] for _ in range(repetitions)]))


def sample(repetitions=FULL["repetitions"]):
    """Return what a short run finds again: two of the cells."""
    return [summary(simulated(CELLS[i], repetitions)) for i in (0, 71)]


def part(results):
    """Return the part of stored results that ``sample`` gives."""
    return [results["cells"][i] for i in (0, 71)]


def page(results):
    picture = Picture(
        "degree-of-difference",
        "Spearman's correlations of the six metrics as two matrices: within both groups high in the paper and here,"
        " between the groups lower in the paper than here",
        lambda: _drawn(results),
    )
    rates = ", ".join(f"{rate:.0%}" for rate in RATES.values())
    text = filled(
        NAME,
        repetitions=results["repetitions"],
        households=HOUSEHOLDS,
        rates=rates,
        table_2=_table_2(results),
        table_3=_table_3(results),
        table_4=_table_4(results),
        table_5=_table_5(results),
        picture=picture.link(),
    )
    title = "Degree of difference: Tables 2 to 5 of Lemons, Dajani, You and Jordan"
    return Page(NAME, title, text, tuple(_statements(results)), (picture,))


def _small(value):
    return "–" if value is None else number(value) if abs(value) >= 0.01 else f"{value:.6f}"


def _table_2(results):
    rows = []
    for i, name in enumerate(METRICS):
        for place, levels in enumerate((2, 5)):
            mean, sd = (x[i] for x in moments(results["cells"], levels))
            here = (mean, sd, *results["trimmed"][str(levels)][i])
            paper = TABLE_2[name][place] if name in TABLE_2 else (None,) * 4
            rows.append(
                (SHORT[name], levels, *(f"{_small(p)} / {_small(h)}" for p, h in zip(paper, here, strict=True)))
            )
    return table(("Metric", "Levels", "Mean", "Std. deviation", "5%", "95%"), rows)


def _table_3(results):
    found = correlations(results["cells"])
    rows = []
    for i, a in enumerate(METRICS[:-1]):
        cells = [f"{TABLE_3[a, b]:.2f} / {found[a, b]:.2f}" if j > i else "" for j, b in enumerate(METRICS)]
        rows.append((SHORT[a], *cells[1:]))
    return table(("", *(SHORT[name] for name in METRICS[1:])), rows)


def _table_4(results):
    rows = []
    for (amount, tracts, levels), found in ranges(results["cells"]).items():
        kinds = ["skewed" if skewed else "uniform" for skewed in (tracts, levels)]
        paper = TABLE_4[amount, tracts, levels]
        cells = [f"{p} / {found[g][0]:.2f}, {found[g][1]:.2f}" for p, g in zip(paper, GROUPS, strict=True)]
        rows.append((amount, *kinds, *cells))
    return table(("Perturbation", "Tracts", "Levels", "AA", "AB", "BB"), rows)


def _table_5(results):
    found = effects(results["cells"])
    rows = []
    for place, term in enumerate(("intercept", *TERMS)):
        cells = []
        for name in METRICS:
            paper = (TABLE_5[name][0], *TABLE_5[name][1])[place]
            cells.append(f"{_small(paper)} / {_small((found[name][0], *found[name][1])[place])}")
        rows.append((term, *cells))
    rows.append(("R²", *(f"{TABLE_5[name][2]:.4f} / {found[name][2]:.4f}" for name in METRICS)))
    return table(("", *(SHORT[name] for name in METRICS)), rows)


def _statements(results):
    yield from _of_groups(results)
    yield from _of_ranges(results)
    yield from _of_effects(results)
    yield from _of_levels(results)
    yield from _of_means(results)
    yield missing(
        "The amounts of perturbation, the skewed distributions and the values of ESR", "confidential in the paper"
    )
    yield missing(
        "Tables 6 to 8 (American Community Survey)", "the data are confidential; their swaps are targeted, not random"
    )


def _of_groups(results):
    found = correlations(results["cells"])
    for text, held in group_statements(found).items():
        yield agrees(f"Table 3. {text}", held, "", GROUPS_TEST)
    within = min(found[p] for group in ("AA", "BB") for p in GROUPS[group])
    both = found | {(b, a): v for (a, b), v in found.items()}
    weakest = min(both[p] for p in GROUPS["AB"])
    yield agrees(
        "Table 3. The weakest correlation is between the groups",
        weakest < within,
        f"{weakest:.2f} against {within:.2f}",
    )
    exact = [results["cells"][CELLS.index(cell)] for cell in MIDDLE]
    level, near, drawn = (_between(cells) for cells in (results["cells"], exact, results["drawn"]))
    yield differs(
        "Table 3. Correlations between the groups are higher here. They depend on whether the starting tables are"
        " exactly proportional, which the paper does not say: from tables that were drawn they are far lower than in"
        " the paper",
        level > 0.6 and near > 0.5 and drawn < 0.3,
        f"mean {level:.2f}, in the paper 0.47; in {len(MIDDLE)} cells {near:.2f} from exact tables, {drawn:.2f} from"
        " drawn",
    )
    skewed = {key: found["AB"] for key, found in ranges(results["cells"]).items() if key[1] and key[2]}
    others = {key: found["AB"] for key, found in ranges(results["cells"]).items() if not (key[1] and key[2])}
    yield agrees(
        "Table 4. Between the groups there is next to no correlation where both tracts and levels are skewed, and"
        " there is where at least one is uniform",
        max(abs(x) for r in skewed.values() for x in r) < 0.35 < min(max(r) for r in others.values()),
        f"at most {max(abs(x) for r in skewed.values() for x in r):.2f}",
    )


def _between(cells):
    """Return the mean correlation between the groups."""
    found = correlations(cells)
    both = found | {(b, a): v for (a, b), v in found.items()}
    return float(np.mean([both[p] for p in GROUPS["AB"]]))


def _of_ranges(results):
    found = ranges(results["cells"])
    one = [r["BB"][0] for (_, tracts, levels), r in found.items() if tracts and not levels]
    both = [r["BB"][0] for (_, tracts, levels), r in found.items() if tracts and levels]
    yield agrees("Table 4. Group B agrees where both are skewed (> .9)", min(both) > 0.9, f"{min(both):.2f} or more")
    place = next(i for i, cell in enumerate(MIDDLE) if cell.skewed_tracts and not cell.skewed_levels)
    drawn = correlations([results["drawn"][place]])
    yield differs(
        "Table 4. In the paper group B agrees least (from .31) where tracts are skewed and levels uniform; here it"
        " agrees wholly there, also from tables that were drawn: how the paper's figures came about is not known",
        min(one) > 0.99 and min(drawn[p] for p in GROUPS["BB"]) > 0.99,
        f"{min(one):.2f} or more",
    )
    weakest = min(r["AA"][0] for r in found.values())
    yield differs(
        "Table 4. In the paper group A agrees from .95 on everywhere; here less where tracts or levels are skewed",
        weakest < 0.9,
        f"down to {weakest:.2f}",
    )


def _of_effects(results):
    found = effects(results["cells"])
    swap_rate = found["effective_swap_rate"][1]
    paper = np.array(TABLE_5["effective_swap_rate"][1][:5], dtype=float)
    yield agrees(
        "Table 5. The effects on ESR, to .00004",
        np.abs(swap_rate[:5] - paper).max() < 4e-5,
        ", ".join(f"{x:.5f}" for x in swap_rate[:5]),
    )
    yield agrees(
        "Table 5. Skewness has no effect on ESR",
        np.abs(swap_rate[5:]).max() < 2e-5,
        f"{np.abs(swap_rate[5:]).max():.6f}",
    )
    chi = found["chi_square"][1]
    printed = np.array(TABLE_5["chi_square"][1])
    off = np.abs(chi / printed - 1)
    yield agrees(
        "Table 5. Every effect on CS has the printed sign and is within a third of it; that of skewed tracts is the"
        " farthest off: the paper does not tell their sizes",
        (off < 1 / 3).all() and off.argmax() == TERMS.index("skewed tracts"),
        ", ".join(f"{x:.1f}" for x in chi),
    )
    yield agrees(
        "Table 5. The factors explain most of CS, DS and ESR and next to nothing of GD, HD and HD3",
        min(found[n][2] for n in METRICS[:3]) > 0.7 and max(found[n][2] for n in METRICS[3:]) < 0.12,
        ", ".join(f"{SHORT[n]} {found[n][2]:.2f}" for n in METRICS),
    )


def _of_levels(results):
    small = effects(results["cells"])["gini_difference"][1][[4, 6]]
    yield differs(
        "Table 5. The effects of levels on GD (.00011, .00012 in the paper) are too small to be told here, where"
        " they come out negative",
        (small < 0).all() and np.abs(small).max() < 0.0005,
        ", ".join(f"{x:.5f}" for x in small),
    )


def _of_means(results):
    two, five = (moments(results["cells"], levels)[0] for levels in (2, 5))
    printed = [TABLE_2["chi_square"][i][0] for i in (0, 1)]
    yield agrees(
        "Table 2. Mean CS within 10%, with 2 and with 5 levels",
        abs(two[0] / printed[0] - 1) < 0.1 and abs(five[0] / printed[1] - 1) < 0.1,
        f"{two[0]:.2f}, {five[0]:.2f}",
    )
    yield agrees(
        "Table 2. CS and DS have the same mean",
        abs(two[0] / two[2] - 1) < 0.01,
        f"{two[0]:.2f}, {two[2]:.2f}",
    )
    theory, found = np.mean(results["design_a"], axis=0)
    yield differs(
        "Had the records been drawn wholly at random, mean CS would be 2 s (1 - s / 2) (R - 1) (L - 1), s the share"
        " swapped, R tracts, L levels: then CS with 5 levels is 4 times that with 2, and the paper prints 2.64 times",
        abs(found / theory - 1) < 0.05 and printed[1] / printed[0] < 3,
        f"at {SHARE:.2%} theory {theory:.2f}, simulated {found:.2f}",
        THEORY_TEST,
    )


def _drawn(results):
    figure, axes = canvas(380, 1, 2)
    found = correlations(results["cells"])
    for axis, title, values in zip(axes, ("The paper", "Here"), (TABLE_3, found), strict=True):
        matrix = np.eye(len(METRICS))
        for (a, b), value in values.items():
            i, j = METRICS.index(a), METRICS.index(b)
            matrix[i, j] = matrix[j, i] = value
        order = [METRICS.index(n) for n in ("chi_square", "deviance", "effective_swap_rate", *METRICS[3:])]
        matrix = matrix[np.ix_(order, order)]
        axis.imshow(matrix, cmap="Blues", vmin=0, vmax=1.4)
        for i, j in np.ndindex(*matrix.shape):
            axis.text(j, i, f"{matrix[i, j]:.2f}", ha="center", va="center")
        names = [SHORT[METRICS[i]] for i in order]
        axis.set_xticks(range(6), names)
        axis.set_yticks(range(6), names)
        axis.set_title(title)
        axis.axhline(2.5, color=LIGHTER, linewidth=3)
        axis.axvline(2.5, color=LIGHTER, linewidth=3)
        axis.spines[:].set_visible(False)
        axis.tick_params(length=0)
    return svg(NAME, figure)
