"""Page: Kocar (2018), Figure 1 and the two numbers worked out in the text."""

import numpy as np

from core.data import CategoryMap, Coded, Level, Pair, PairedVariable, Release, Variable
from core.utility.gdu import GduParameters, local_utilities
from core.utility.gdu.averages import global_reduction, global_utility
from core.utility.gdu.univariate import utility_of_p
from experiments.gallery.drawing import COLOUR, GREY, canvas, svg
from experiments.gallery.page import Page, Picture, agrees, differs, filled, missing, number, table

NAME = "univariate-utility"
FULL, SMALL = {}, {}
P_VALUES = (0.001, 0.01, 0.05, 0.1, 0.2, 0.4, 1.0)
PRINTED = {0.01: 0.13, 0.05: 0.50}
AGES, FEWER = 10, 5


def measure():
    rescaled, published = GduParameters(), GduParameters(p_form="published")
    pair = _removed(100, 5)
    local = local_utilities(pair, rescaled)
    recoded = local_utilities(_recoded(AGES, FEWER), rescaled).univariate[0]
    return {
        "rescaled": [utility_of_p(p, rescaled) for p in P_VALUES],
        "published": [utility_of_p(p, published) for p in P_VALUES],
        "recode": recoded.recode,
        "unrecoded": local.univariate[0].recode,
        "grc": global_reduction(local),
        "gdu_one_of_four": global_utility(local_utilities(_removed(4, 1), rescaled)).value,
    }


sample = measure


def part(results):
    return results


def _recoded(before, after):
    """Return a pair with one variable: every category once, then merged two by two."""
    labels = tuple(f"{10 * i}-{10 * i + 9}" for i in range(before))
    size = before // after
    groups = {f"{10 * size * g}-{10 * size * (g + 1) - 1}": labels[size * g : size * (g + 1)] for g in range(after)}
    original = Coded(Level.ORDINAL, np.arange(before, dtype=np.int32), labels)
    masked = Coded(Level.ORDINAL, np.arange(before, dtype=np.int32) // size, tuple(groups))
    variable = Variable("age group", Level.ORDINAL)
    paired = PairedVariable(variable, original, masked, masked, CategoryMap(groups), "declared")
    return Pair("study", (paired,), Release("original", before, {}), Release("masked", before, {}))


def _removed(count, gone):
    """Return a pair of binary variables, the last of which the masked file lacks."""
    random = np.random.default_rng(1)
    factor = random.random(200)
    variables = []
    for i in range(count):
        coded = Coded(Level.NOMINAL, (factor + 0.2 * random.random(200) > 0.6).astype(np.int32), ("no", "yes"))
        variables.append(
            PairedVariable(Variable(f"v{i:03}", Level.NOMINAL), coded, coded, coded if i < count - gone else None)
        )
    return Pair("study", tuple(variables), Release("original", 200, {}), Release("masked", 200, {}))


def page(results):
    picture = Picture(
        "univariate-utility",
        "Utility rises from 0 at P = 0 over 0.13 at P = 0.01 and 0.50 at P = 0.05 to nearly 1 at P = 0.4",
        _drawn,
    )
    rows = [
        (f"{p:g}", number(PRINTED.get(p), 2), f"{a:.4f}", f"{1 - a:.4f}")
        for p, a in zip(P_VALUES, results["rescaled"], strict=True)
    ]
    numbers = [
        ("Comparisons of pairs of groups lost, 10 groups made 5", "almost 78%", f"{1 - results['recode']:.2%}"),
        ("Utility that is left (LDUunigr)", "not printed", f"{results['recode']:.4f}"),
        ("GRC, 5 of 100 variables removed", "0.902", f"{results['grc']:.4f}"),
    ]
    text = filled(
        NAME,
        figure=picture.link(),
        curve=table(("P", "Utility in the paper", "Utility here", "Information loss here"), rows),
        numbers=table(("", "Paper", "Here"), numbers),
    )
    title = "Univariate utility: Figure 1 and the worked numbers of Kocar (2018)"
    return Page(NAME, title, text, tuple(_statements(results)), (picture,))


def _statements(results):
    utility = dict(zip(P_VALUES, results["rescaled"], strict=True))
    yield agrees(
        "P = .05: utility equals information loss, .50", round(utility[0.05], 2) == 0.5, number(utility[0.05], 4)
    )
    yield agrees("P = .01: utility .13", round(utility[0.01], 2) == 0.13, number(utility[0.01], 4))
    yield agrees(
        "Density below .01 and information loss negligible for P from .4 to 1",
        max(1 - utility[0.4], 1 - utility[1.0]) < 0.01,
        f"loss {1 - utility[0.4]:.4f} at .4",
    )
    lost = 1 - results["recode"]
    yield agrees(
        "Ten groups made five: comparisons fall from 45 to 10, by almost 78%", 0.775 < lost < 0.78, f"{lost:.2%}"
    )
    yield agrees("5 of 100 variables removed: GRC .902", round(results["grc"], 3) == 0.902, number(results["grc"], 4))
    yield agrees(
        "Utility falls linearly with the variables removed (before GRC)",
        abs(results["gdu_one_of_four"] - 0.75) < 1e-12,
        "1 of 4 removed: GDU .75",
    )
    yield differs(
        "As published, 1 - exp(-14 P) is not 1 at P = 1, so that an unmasked file is not at 1; the product divides"
        " by 1 - exp(-14), which changes no printed digit",
        results["published"][-1] < 1 == results["rescaled"][-1]
        and max(abs(a - b) for a, b in zip(results["rescaled"], results["published"], strict=True)) < 8.4e-7,
        f"published {results['published'][-1]:.8f}, here 1",
    )
    yield differs(
        "The printed formula for recoded categories gives an unrecoded variable 0; here it is 1",
        results["unrecoded"] == 1.0,
        "1 without a recode",
    )
    yield missing(
        "The picture's own points beyond the two that the text names", "the paper prints no table of the curve"
    )


def _drawn():
    figure, axis = canvas(300)
    p = np.linspace(0, 1, 401)
    utility = np.array([utility_of_p(x, GduParameters()) for x in p])
    axis.plot(p, 1 - utility, color=GREY, label="Information loss")
    axis.plot(p, utility, color=COLOUR, linewidth=2, label="Utility")
    for x, y in PRINTED.items():
        axis.plot(x, y, "o", color=COLOUR)
        line = {"arrowstyle": "-", "color": GREY, "linewidth": 0.6}
        axis.annotate(f"P = {x:g}: {y:.2f}", (x, y), (0.2, y), va="center", arrowprops=line)
    axis.set(xlabel="P value", ylabel="Utility, information loss", xlim=(0, 1), ylim=(0, 1.02))
    axis.legend(loc="center right", frameon=False)
    return svg(NAME, figure)
