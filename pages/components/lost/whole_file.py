"""The file as a whole, against what chance alone shows: every measure of every version, and what a model finds."""

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from core.assessment import Assessment, measure_by_id
from core.charts import distribution_picture, palette_colour
from core.measures import Result, detail_of
from core.utility import EcdfMaximumDetail, PropensityDetail, StackedDetail
from core.views import (
    FileShares,
    Line,
    ShareStep,
    WholeFileValue,
    lowest_across_groups,
    null_lines,
    propensity_statistics,
    whole_file_answer,
    whole_file_measures,
    whole_file_value,
    worst_set_lines,
)
from core.wording import first_of
from pages.components import layout
from pages.components.bar import Opened
from pages.components.cached import cached
from pages.components.charts import is_dark
from pages.components.downloads import numbers, of_rows, show_table, table_download
from pages.components.escaping import md, plain
from pages.components.flags_in_words import lines_of
from pages.components.methods.drawer import method_links

MODELS = {
    "main": "every variable on its own",
    "pairs": "every variable and all products of two",
    "quadratic": "all terms up to the second order (Model I)",
    "model2": "the terms of Model II",
    "cubic": "all terms up to the third order",
    "spline": "splines and their interactions",
    "penalised": "splines smoothed by a penalty",
    "cart": "a classification tree",
}
COMPARED = {"<=": "at most", "=": "equal to"}


def whole_file_part(opened: Opened) -> None:
    """Answer for all files, with their values and place among samples; the model's findings on request."""
    comparison = opened.comparison
    measures = whole_file_measures(comparison)
    if not measures:
        layout.empty_state(
            "whole_file", "join_inner", "No whole-file measure was chosen for this run.", "Go to Set up", layout.SETUP
        )
        return
    st.markdown(md(whole_file_answer(comparison), 800))
    values = {f.name: [whole_file_value(f, m) for m in measures] for f in comparison.scenarios}
    _values(opened, values)
    st.caption(
        "Lower is better; behind each value how far it is, by a fresh survey or by samples of the original. Coloured: "
        "further than 95 of 100 of them. Recoded variables are compared after the same recode of the original, dropped "
        "ones not at all."
    )
    said = [(measure_by_id(v.measure).name, v.reason) for each in values.values() for v in each if v.reason]
    said += [(measure_by_id(v.measure).name, f"no chance is known: {v.chance.reason}")
             for each in values.values() for v in each if v.value is not None and v.chance.reason]  # fmt: skip
    for line in lines_of((md(name), reason) for name, reason in dict.fromkeys(said)):
        st.caption(line)
    lowest, of_groups = lowest_across_groups(comparison)
    if lowest:
        wins = first_of([f"{md(name, 60)} at {n}" for name, n in lowest.items()])
        st.caption(f"Lowest Uc over {of_groups} numbers of groups (Woo et al. 2009): {wins}.")
    with st.container(horizontal=True):
        method_links(measures, "whole_file")
        table_download(lambda: opened.table(null_lines(comparison)), "whole_file_measures")
    layout.details("Every value with its samples, in numbers and words", "nulls", lambda: _nulls(opened))
    layout.details("Can a model distinguish its records from original ones?", "propensity", lambda: _model(opened))
    layout.details("Where do the joint distributions differ most?", "joint", lambda: _joint(opened))


def _values(opened: Opened, values: dict[str, list[WholeFileValue]]) -> None:
    table = opened.table([
        {
            "Version": name,
            "Records": f"{opened.comparison.scenario(name).rows:,}",
            "Not seen as they are": _unseen(opened.comparison.scenario(name)),
            **{measure_by_id(v.measure).name: value_in_words(v) for v in each},
        }
        for name, each in values.items()
    ])  # fmt: skip
    ink = f"color:{palette_colour('limit', dark=is_dark())}"
    inks = [["", "", "", *(ink if v.chance.beyond else "" for v in each)] for each in values.values()]
    st.dataframe(
        table.style.apply(lambda _t: pd.DataFrame(inks, columns=table.columns), axis=None),
        alt="Whole-file measures of every version, with their place among samples", **of_rows(len(table)),
    )  # fmt: skip


def value_in_words(value: WholeFileValue) -> str:
    """Return a value with its place among what chance shows, in a few words."""
    if value.value is None:
        return "–"
    chance, written = value.chance, measure_by_id(value.measure).value_text(value.value)
    if value.ratio is not None:
        return f"{written} · {value.ratio:.3g} × {'a fresh survey' if value.fresh else 'a sample'}"
    if chance.closer is None:
        return written
    place = {0: "closer than all", chance.replicates: "further than all"}
    kind = "permutations" if chance.permuted else "samples"
    return f"{written} · {place.get(chance.closer, f'further than {chance.closer} of')} {chance.replicates} {kind}"


def _unseen(file: Assessment) -> str:
    """Return how many variables these measures see only after a recode, or not at all."""
    stacked = (detail_of(o, StackedDetail) for m in ("propensity", "cluster", "ecdf_maximum") for o in file.of(m))
    known = next((d for d in stacked if d), None)
    unseen = ((known["recoded"], "recoded"), (known["removed"], "dropped")) if known else ()
    return ", ".join(f"{len(names)} {word}" for names, word in unseen if names)


def _nulls(opened: Opened) -> None:
    table = opened.table([line for line in null_lines(opened.comparison) if line["Version"] in opened.shown])
    show_table(table, "whole_file_shown", "Whole-file measures of the versions shown", column_config=numbers(table))


def _model(opened: Opened) -> None:
    """Show the model's scores, statistics and terms in the versions shown."""
    files = [opened.comparison.scenario(name) for name in opened.shown]
    known = {
        f.name: (o, detail_of(o, PropensityDetail)) for f in files if isinstance(o := f.outcome("propensity"), Result)
    }
    if not known:
        st.info("None of the versions shown has this measure.", icon=":material/info:")
        return
    st.caption(
        "Scores: how likely a record is a masked one; grey the original's, line the version's: the more they overlap, "
        "the better. pMSE is Up; SPECKS: largest difference of the cumulative shares of the scores; PO50: percent of "
        "records classified correctly, less 50; U: pairs of a masked and an original record of which the masked one "
        "scores higher. Ratio 1: as far from the original as files drawn from a model that is right."
    )
    table = opened.table([_statistics(opened, file, *known[file.name]) for file in files if file.name in known])
    columns = {**numbers(table), "Scores": st.column_config.ImageColumn(width=116)}
    st.dataframe(table, alt="The propensity model of every version", column_config=columns, **of_rows(len(table)))
    table_download(table.drop(columns="Scores"), "propensity_statistics")
    for line in lines_of((f"**{md(name, 60)}**", n) for name, (o, _d) in known.items() for n in o.notices or ()):
        st.caption(line)
    terms = [_term(name, each) for name, (_o, detail) in known.items() for each in detail["drivers"]]
    if terms:
        st.caption("What each term distinguishes on its own; terms overlap, so they do not add up to Up.")
        frame = opened.table(terms)
        show_table(frame, "propensity_drivers", "Terms of the propensity model", column_config=numbers(frame))


def _statistics(opened: Opened, file: Assessment, outcome: Result, detail: PropensityDetail) -> Line:
    known = cached(propensity_statistics, opened.comparison, file)
    of_model = known.statistics if known else {"pMSE": outcome.value}
    between = {f"{name} between sets": mean for name, mean in known.between_sets.items()} if known else {}
    size = f"{detail['estimable']} coefficients" if detail["estimable"] else f"{detail['columns']} leaves"
    return {
        "Version": file.name,
        "Scores": scores_picture(detail, dark=is_dark()),
        **of_model,
        "pMSE ratio": "; ".join(f"{ratio:.3g} ({null})" for null, ratio in known.ratios.items()) if known else "",
        **between,
        "Model": f"{MODELS[detail['model']]}, {size}",
        "n": f"{detail['n_original']:,} and {detail['n_masked']:,}",
        "What is known": known.reason if known else "",
    }


def scores_picture(detail: PropensityDetail, *, dark: bool) -> str:
    """Return a small picture of the scores of both files, over the same bins."""
    bins = detail["histogram"]
    files = [FileShares(tuple(ShareStep(float(i), i + 1.0, x) for i, x in enumerate(bins[side])))
             for side in ("original", "masked")]  # fmt: skip
    top = max(*bins["original"], *bins["masked"]) or 1.0
    return distribution_picture(len(bins["original"]), files[1], files[0], top, dark=dark)


def _term(version: str, term: Mapping[str, object]) -> Line:
    return {
        "Version": version, "Term": term["term"], "Up alone": term["alone"], "Largest coefficient": term["column"],
        "Standardised": term["standardised_coefficient"],
    }  # fmt: skip


def _joint(opened: Opened) -> None:
    """List the worst pairs and triples of variables, and the record at which the distributions differ most."""
    lines = [line for name in opened.shown for line in worst_set_lines(opened.comparison.scenario(name))]
    if lines:
        table = opened.table(lines)
        show_table(table, "worst_pairs_and_triples", "Sets that changed most", column_config=numbers(table))
    outcome = opened.file.outcome("ecdf_maximum")
    st.markdown(f":orange-badge[:material/lock: Internal: quotes values of one record] **{md(opened.looked_at, 60)}**")
    if not isinstance(outcome, Result):
        reason = whole_file_value(opened.file, "ecdf_maximum").reason
        st.info(f"Not defined because {md(reason, 500)}.", icon=":material/info:")
        return
    if outcome.value == 0:
        st.info("Nowhere: at every record both files have the same share at or below it.", icon=":material/info:")
        return
    largest = detail_of(outcome, EcdfMaximumDetail)["largest"]
    before, after = 100 * largest["share_original"], 100 * largest["share_masked"]
    st.markdown(
        f"**{before:.1f}%** of the original's records lie at or below this record, **{after:.1f}%** of the masked "
        f"file's: {100 * outcome.value:.2g} points {'fewer' if after < before else 'more'}."
    )
    point = pd.DataFrame({
        "Variable": [plain(name) for name in largest["point"]],
        "is": [COMPARED[largest["compared_by"][name]] for name in largest["point"]],
        "Value": [_written(v) for v in largest["point"].values()],
    })  # fmt: skip
    st.dataframe(point, alt="The record where the distributions differ most", **of_rows(len(point)))


def _written(value: object) -> str:
    if value is None:
        return "missing"
    return plain(f"{value:g}" if isinstance(value, float) else value)
