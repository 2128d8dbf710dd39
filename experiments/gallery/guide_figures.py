"""The figures of the practice guide: the product's charts for maps and histograms, matplotlib for the rest."""

import numpy as np
from statsmodels.graphics.mosaicplot import mosaic

from core.assessment.catalogue import measure_by_id
from core.charts import risk_utility_map_figure
from core.views.risk_utility.axis import Axis
from core.views.risk_utility.points import MapPoint, RiskUtilityMap
from experiments.gallery.drawing import COLOUR, COLOURS, GREY, WIDTH, canvas, chart, svg
from experiments.gallery.page import Picture
from experiments.studies.practice_guide import VALUE_LABELS

EMPTY = "#DFDEDB"


def pictures(results):
    """Return {name: Picture} of every figure of the page."""
    described = {
        "map": ("The risk-utility map with the original, no release and every scenario", _map),
        "coefficient": (
            "Coefficient of gender with its interval to the right, expected re-identifications upwards",
            _coefficient,
        ),
        "histogram": ("Histograms of income: after noise lower at the peak and spread wider", _histogram),
        "density": ("Densities of income: after noise flatter", _density),
        "box": ("Box plots of expenditure: after noise longer", _box),
        "water": ("Mosaic plots of the water supply: nearly the same before and after", _water),
        "scenarios": ("Mosaic plots of gender and relationship in scenarios 0 to 6, with what was emptied", _scenarios),
        "before": ("Mosaic plot of roof by toilet before PRAM: good roofs go with good toilets", _before),
        "after": ("Mosaic plot of roof by toilet after PRAM: more even", _after),
    }
    found = {}
    for short, (alt, draw) in described.items():
        name = f"practice-guide-{short}"
        found[name] = Picture(name, alt, lambda draw=draw, name=name, alt=alt: draw(results, name, alt))
    return found


def _map(results, name, alt):
    points = tuple(
        MapPoint(**{k: tuple(v) if isinstance(v, list) else v for k, v in p.items()}) for p in results["map"]
    )
    utility, risk = Axis(measure_by_id("gdu")), Axis(measure_by_id("global_risk"), ("Neighbour",))
    return chart(name, alt, risk_utility_map_figure(RiskUtilityMap(utility, risk, points, ()), width=WIDTH))


def _coefficient(results, name, _):
    figure, axis = canvas(420)
    for point in results["mincer"]:
        found, colour = point["figure"], GREY if point["is_original"] else COLOUR
        axis.plot([found["low"], found["high"]], [point["risk"]] * 2, color=colour)
        axis.plot(found["value"], point["risk"], "o", color=colour)
        axis.annotate(point["name"], (found["high"], point["risk"]), (4, 0), textcoords="offset points", va="center")
    axis.set(xlabel="Coefficient of gender (female)", ylabel="Expected re-identifications", ylim=(0, None))
    return svg(name, figure)


def _histogram(results, name, _):
    figure, axis = canvas(300)
    kept = results["histogram"]
    for counts, colour, label in zip(
        (kept["original"], kept["masked"]), (GREY, COLOUR), ("Original", "Masked"), strict=True
    ):
        axis.stairs(np.array(counts) / sum(counts), color=colour, label=label, fill=label == "Original", alpha=0.5)
    places = range(0, len(kept["labels"]), max(1, len(kept["labels"]) // 6))
    axis.set_xticks([i + 0.5 for i in places], [kept["labels"][i] for i in places])
    axis.set(xlabel="Income", ylabel="Share of records")
    axis.legend(frameon=False)
    return svg(name, figure)


def _density(results, name, _):
    figure, axis = canvas(300)
    kept = results["density"]
    for y, colour, label in zip(kept["y"], (GREY, COLOUR), ("Original", "Masked"), strict=True):
        axis.plot(kept["x"], y, color=colour, label=label)
        axis.fill_between(kept["x"], y, color=colour, alpha=0.12)
    axis.set(xlabel="Income (to the 99th percentile of the original)", ylabel="Density", ylim=(0, None))
    axis.legend(frameon=False)
    return svg(name, figure)


def _box(results, name, _):
    figure, axis = canvas(240)
    boxes = [
        {**b, "fliers": [b["largest"]], "label": label}
        for b, label in zip(results["box"], _sides(results), strict=True)
    ]
    drawn = axis.bxp(boxes, orientation="horizontal", widths=0.5, patch_artist=True)
    for patch, colour in zip(drawn["boxes"], (GREY, COLOUR), strict=True):
        patch.set(facecolor=colour, alpha=0.35)
    axis.invert_yaxis()
    axis.set(xlabel="Expenditure (dot: the largest value)", xscale="log")
    return svg(name, figure)


def _sides(results):
    return [f"{side}\n{b['beyond']} beyond" for side, b in zip(("Original", "Masked"), results["box"], strict=True)]


def _water(results, name, _):
    figure, axes = canvas(250, 1, 2)
    for axis, side in zip(axes, ("original", "masked"), strict=True):
        counts = dict(zip(_names("water", results["water"]["labels"]), results["water"][side], strict=True))
        _mosaic(axis, {(k,): v for k, v in counts.items()}, side.capitalize())
    return svg(name, figure)


def _scenarios(results, name, _):
    figure, axes = canvas(420, 2, 1)
    for axis, variable in zip(axes, ("gender", "relationship"), strict=True):
        counts = results["shares"][variable]
        labels = _names(variable, [*VALUE_LABELS[variable], "empty"])
        cells = {
            (s.split()[1], label): n for s, found in counts.items() for label, n in zip(labels, found, strict=True)
        }
        _mosaic(axis, cells, variable.capitalize())
    return svg(name, figure)


def _before(results, name, _):
    return _two_way(results["two_way"], "original", name)


def _after(results, name, _):
    return _two_way(results["two_way"], "masked", name)


def _two_way(kept, side, name):
    figure, axis = canvas(300)
    rows, columns = _names("roof", kept["rows"]), _names("toilet", kept["columns"])
    cells = {(r, c): n for r, found in zip(rows, kept[side], strict=True) for c, n in zip(columns, found, strict=True)}
    _mosaic(axis, cells, f"Roof by toilet, {'before' if side == 'original' else 'after'} PRAM")
    return svg(name, figure)


def _names(variable, codes):
    return [VALUE_LABELS[variable].get(code.split(" ")[0], code) for code in codes]


def _mosaic(axis, cells, title):
    inner = list(dict.fromkeys(key[-1] for key in cells))
    colours = {label: EMPTY if label == "empty" else COLOURS[i % len(COLOURS)] for i, label in enumerate(inner)}
    # an area of nothing cannot be drawn; this is less than a pixel
    drawn = {key: max(count, 1e-3) for key, count in cells.items()}

    def properties(key):
        return {"facecolor": colours[key[-1]], "alpha": 0.45, "edgecolor": "white"}

    columns = {key[:-1]: sum(n for k, n in cells.items() if k[:-1] == key[:-1]) for key in cells}

    def share(key):
        part = cells[key] / max(1, columns[key[:-1]])
        return f"{part:.0%}" if part > 0.05 else ""

    mosaic(
        drawn,
        ax=axis,
        gap=0.008,
        properties=properties,
        labelizer=share,
        axes_label=len(next(iter(cells))) > 1,
    )
    axis.set_title(title, fontsize=10, fontweight="bold", loc="left")
    _name_the_edges(axis, cells, colours)


def _name_the_edges(axis, cells, colours):
    """Name the inner categories in a key, and single ones below their tiles."""
    handles = [axis.scatter([], [], marker="s", color=c, alpha=0.45, label=label) for label, c in colours.items()]
    if len(next(iter(cells))) == 1:
        handles = [h for h, label in zip(handles, colours, strict=True) if cells[(label,)] > 0]
    axis.legend(handles=handles, loc="upper left", bbox_to_anchor=(1, 1), fontsize=8, handletextpad=0.1, frameon=False)
    axis.set_yticks([])
    for each in axis.figure.axes:  # statsmodels lays further axes over the given one
        each.tick_params(length=0)
        each.spines[:].set_visible(False)
