import math
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.charts import place_map_labels, risk_utility_map_figure
from core.charts.map.map_geometry import make_geometry
from core.charts.text import text_width
from core.charts.theme import palette
from core.decision import Decision, FileVerdict, Guard, GuardKind, Standing
from core.measures import Better
from core.views import AxisResolution, MapPoint, RepetitionRange, with_folded_sets

WIDTHS = (700,)


def scenario_traces(figure):
    return {t.customdata[0][0]: t for t in figure.data if t.customdata is not None}


def fraction(axis, value):
    low, high = axis.range
    return (value - low) / (high - low)


def pixel(figure, width, x, y):
    margin = figure.layout.margin
    plot_width, plot_height = width - margin.l - margin.r, figure.layout.height - margin.t - margin.b
    across = margin.l + fraction(figure.layout.xaxis, x) * plot_width
    return across, margin.t + (1 - fraction(figure.layout.yaxis, y)) * plot_height


def label_boxes(figure, width):
    """Read the texts' boxes back from the finished annotations."""
    boxes = []
    for a in figure.layout.annotations:
        if not a.text:
            continue
        x, y = pixel(figure, width, a.x, a.y)
        x, y = (x + a.ax, y + a.ay) if a.showarrow else (x + (a.xshift or 0), y - (a.yshift or 0))
        lines = re.sub(r"<(?!br)[^>]*>", "", a.text).split("<br>")
        size = 11 if "Acceptable" in a.text or "Frontier" in a.text else 12
        w = max(text_width(line, size, "<b>" in a.text) for line in lines)
        h = 1.25 * size * len(lines)
        left = x - {"left": 0, "center": w / 2, "right": w}[a.xanchor]
        top = y - {"top": 0, "middle": h / 2, "bottom": h}[a.yanchor]
        boxes.append((a.text, left, top, left + w, top + h))
    return boxes


def overlapping(boxes):
    return [
        (a[0], b[0])
        for i, a in enumerate(boxes)
        for b in boxes[i + 1 :]
        if a[1] < b[3] and b[1] < a[3] and a[2] < b[4] and b[2] < a[4]
    ]


def texts(figure):
    return [re.sub(r"<br>", " ", re.sub(r"</?b>", "", a.text)) for a in figure.layout.annotations if a.text]


def test_the_mean_of_several_sets_is_joined_with_each_of_them(make_map):
    content = make_map([("a", 0.9, 0.2), ("b", 0.7, 0.4), ("c", 0.5, 0.1)])
    mean = MapPoint("<i>cart</i>", "sets", 0.8, 0.3, sets=("a", "b"))
    figure = risk_utility_map_figure(replace(content, points=(*content.points, mean)))
    (spokes,) = [t for t in figure.data if t.name == "Sets"]
    assert list(spokes.x) == [0.8, 0.9, None, 0.8, 0.7, None]
    assert list(spokes.y) == [0.3, 0.2, None, 0.3, 0.4, None]
    (point,) = [t for t in figure.data if t.name == "&lt;i&gt;cart&lt;/i&gt;"]
    assert point.customdata is None
    assert "Mean of 2 sets" in point.hovertext[0]
    assert "Sets" not in [t.name for t in risk_utility_map_figure(content).data]


def test_folded_sets_are_small_points_without_names_and_bars(make_map):
    content = make_map([("a", 0.9, 0.2), ("b", 0.7, 0.4), ("c", 0.5, 0.1)])
    content = replace(content, points=(*content.points, MapPoint("cart", "sets", 0.8, 0.3, sets=("a", "b"))))
    apart, together = (risk_utility_map_figure(c) for c in (content, with_folded_sets(content)))
    assert {"a", "b", "c", "cart"} <= set(texts(apart))
    named = set(texts(together))
    assert {"c", "cart"} <= named
    assert not named & {"a", "b"}
    sizes = {t.name: t.marker.size for t in together.data if t.mode == "markers" and t.name}
    assert sizes["a"] < sizes["c"]
    folded = next(t for t in together.data if t.name == "a")
    assert list(folded.customdata[0]) == ["a"]  # a click still opens it
    assert not folded.error_y.visible
    assert "a" in texts(risk_utility_map_figure(with_folded_sets(content), chosen="a"))


def test_an_interval_that_was_found_not_to_hold_is_marked_where_a_point_is_pointed_at(make_map):
    content = make_map([("a", 0.9, 0.2)])
    too_narrow = replace(content.utility.measure, interval_note="too narrow")
    marked = replace(content, utility=replace(content.utility, measure=too_narrow))
    plain, said = (next(t for t in risk_utility_map_figure(c).data if t.name == "a") for c in (content, marked))
    assert said.hovertext[0].replace(" (see its card)", "", 1) == plain.hovertext[0]
    assert "(see its card)" not in plain.hovertext[0]


def test_click_gives_the_scenario_name(eleven, map_of_eleven):
    traces = scenario_traces(map_of_eleven)
    assert sorted(traces) == sorted(name for name, _, _ in eleven)
    assert all(len(t.x) == 1 for t in traces.values())


def test_references_carry_no_customdata_and_their_own_shapes(map_of_eleven):
    figure = map_of_eleven
    shapes = {t.name: t.marker.symbol for t in figure.data if t.mode == "markers" and t.customdata is None}
    assert shapes["Original"] == "triangle-up"
    assert shapes["No release"] == "square-open"  # utility 0 lies beyond the axis: hollow, with an arrow
    scenario_shapes = {t.marker.symbol for t in scenario_traces(figure).values()}
    assert not any(s.startswith(("triangle", "square")) for s in scenario_shapes)


def test_clicks_select_and_nothing_drags(map_of_eleven):
    layout = map_of_eleven.layout
    assert layout.clickmode == "event+select"
    assert layout.dragmode is False
    assert layout.showlegend is False


def test_utility_to_the_right_unless_swapped(make_map, eleven, map_of_eleven):
    plain = scenario_traces(map_of_eleven)["Global recode"]
    assert (plain.x[0], plain.y[0]) == (0.87, 0.062)
    swapped = scenario_traces(risk_utility_map_figure(make_map(eleven), swapped=True))["Global recode"]
    assert (swapped.x[0], swapped.y[0]) == (0.062, 0.87)
    assert swapped.error_x.array[0] == pytest.approx(0.012)


def test_axis_titles_say_measure_and_direction(map_of_eleven):
    layout = map_of_eleven.layout
    assert "Global data utility" in layout.xaxis.title.text
    assert "higher keeps more information" in layout.xaxis.title.text
    assert "(keys)" in layout.yaxis.title.text
    assert "lower is safer" in layout.yaxis.title.text
    assert "10%" in layout.yaxis.ticktext


def test_information_loss_runs_backwards_so_that_utility_lies_right(make_map):
    content = make_map([("a", 3.0, 0.1), ("b", 9.0, 0.05)], utility_better=Better.LOWER, bounds=(0, np.inf), half=0)
    figure = risk_utility_map_figure(content)
    low, high = figure.layout.xaxis.range
    assert low > high
    assert "axis reversed" in figure.layout.xaxis.title.text
    assert not any("%" in tick for tick in figure.layout.xaxis.ticktext)


def test_frontier_steps_along_the_risk_axis_first(make_map):
    content = make_map([("a", 0.5, 0.1), ("b", 0.9, 0.3), ("c", 0.6, 0.35)], half=0)
    line = next(t for t in risk_utility_map_figure(content).data if t.mode == "lines")
    assert list(zip(line.x, line.y, strict=True)) == [(0.5, 0.1), (0.5, 0.3), (0.9, 0.3)]
    line = next(t for t in risk_utility_map_figure(content, swapped=True).data if t.mode == "lines")
    assert list(zip(line.x, line.y, strict=True)) == [(0.1, 0.5), (0.3, 0.5), (0.3, 0.9)]


def test_the_chosen_one_is_large(make_map, eleven):
    traces = scenario_traces(risk_utility_map_figure(make_map(eleven), chosen="Noise 20 %"))
    assert traces["Noise 20 %"].marker.size > traces["Top-coding"].marker.size


def test_a_selection_dims_nothing(map_of_eleven):
    for trace in scenario_traces(map_of_eleven).values():
        assert trace.unselected.marker.opacity == trace.selected.marker.opacity == trace.marker.opacity


def test_colour_and_shape_follow_the_order_of_the_comparison(make_map, eleven):
    order = [name for name, _, _ in eleven]
    everything = scenario_traces(risk_utility_map_figure(make_map(eleven), order=order))
    fewer = scenario_traces(risk_utility_map_figure(make_map(eleven[3:6]), order=order))
    for name, trace in fewer.items():
        assert trace.marker.line.color == everything[name].marker.line.color
        assert trace.text in (None, (f"<b>{order.index(name) + 1}</b>",)), "a number where the name has no room"


def test_another_scenario_moves_no_point(make_map, eleven, map_of_eleven):
    before = scenario_traces(risk_utility_map_figure(make_map(eleven[:5])))
    after = scenario_traces(map_of_eleven)
    assert all((t.x[0], t.y[0]) == (after[n].x[0], after[n].y[0]) for n, t in before.items())


def test_risk_limit_is_a_line_with_the_acceptable_side_shaded(make_map, eleven):
    figure = risk_utility_map_figure(make_map(eleven), risk_limit=0.1)
    area, line = figure.layout.shapes
    assert (area.y0, area.y1) == (0, 0.1)
    assert (line.y0, line.y1, line.line.dash) == (0.1, 0.1, "dot")
    assert "Acceptable up to 10%" in texts(figure)


def test_a_limit_far_above_the_axis_is_said_not_drawn(make_map):
    content = make_map([("a", 0.9, 0.010), ("b", 0.8, 0.012)], original=0.02, half=0)
    figure = risk_utility_map_figure(content, risk_limit=0.9)
    assert [s.type for s in figure.layout.shapes] == ["rect"]
    assert "Acceptable up to 90% (above the axis)" in texts(figure)


def test_references_far_off_stand_hollow_at_the_edge_with_their_true_values(make_map):
    content = make_map([("a", 0.90, 0.100), ("b", 0.92, 0.105)], half=0)
    figure = risk_utility_map_figure(content)
    original = next(t for t in figure.data if t.name == "Original")
    assert original.marker.symbol == "triangle-up-open"
    assert figure.layout.xaxis.range[0] > 0.8
    assert (figure.layout.xaxis.range[1], figure.layout.yaxis.range[0]) == (1, 0)
    assert "Original: risk 42%" in texts(figure)  # the best utility and no risk are always on the axes
    assert "No release: utility 0%" in texts(figure)
    assert sum(a.text == "" for a in figure.layout.annotations) == 2  # an arrow for every axis that they lie beyond
    assert "42.0%" in original.hovertext[0]


def test_log_risk_gives_zero_a_place_of_its_own(make_map, eleven):
    figure = risk_utility_map_figure(make_map(eleven), log_risk=True)
    traces = scenario_traces(figure)
    assert traces["Global recode"].y[0] == pytest.approx(np.log10(0.062))
    zero = traces["Heavy combination"].y[0]
    assert zero == traces["Local suppression k = 3"].y[0]
    assert zero < min(t.y[0] for n, t in traces.items() if n not in {"Heavy combination", "Local suppression k = 3"})
    assert figure.layout.yaxis.ticktext[list(figure.layout.yaxis.tickvals).index(zero)] == "0"
    assert "log scale" in figure.layout.yaxis.title.text
    assert all(np.isfinite(v) for t in traces.values() for v in (t.y[0], *t.error_y.array, *t.error_y.arrayminus))


def test_log_risk_of_nothing_but_zeros_stays_linear(make_map):
    content = make_map([("a", 0.9, 0.0), ("b", 0.8, 0.0)], original=0.0, half=0)
    figure = risk_utility_map_figure(content, log_risk=True)
    assert "log scale" not in figure.layout.yaxis.title.text
    assert scenario_traces(figure)["a"].y[0] == 0


def test_names_are_shown_escaped_and_clicked_as_they_are(make_map):
    name = "<b>k</b> & %{x}"
    figure = risk_utility_map_figure(make_map([(name, 0.9, 0.1), ("other", 0.5, 0.05)]))
    assert name in scenario_traces(figure)
    assert any("&lt;b&gt;k&lt;/b&gt; &amp;" in a.text for a in figure.layout.annotations)


def test_no_scenarios_leave_the_references(make_map):
    figure = risk_utility_map_figure(make_map([]))
    assert {t.name for t in figure.data} == {"Original", "No release"}


def test_with_many_scenarios_the_chosen_one_alone_is_named(make_map):
    rows = [(f"s{i}", 0.5 + 0.02 * i, 0.1 + 0.02 * ((7 * i) % 16)) for i in range(16)]
    labels = set(texts(risk_utility_map_figure(make_map(rows, half=0), chosen="s3")))
    assert labels & {r[0] for r in rows} == {"s3"}


CROWDED = {
    "near-coincident": [(f"Scenario {i}", 0.90 + 0.0005 * i, 0.10 + 0.0004 * (i % 4)) for i in range(9)],
    "on one spot": [(f"Same {i}", 0.8, 0.2) for i in range(5)],
    "one column": [(f"Column {i}", 0.8, 0.01 * i) for i in range(14)],
    "one row": [(f"Row of a long name {i}", 0.5 + 0.03 * i, 0.1) for i in range(14)],
    "corner": [(f"Corner {i}", 0.99 + 0.001 * i, 0.4 + 0.002 * i) for i in range(8)],
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CROWDED)
@pytest.mark.parametrize("options", [{}, {"swapped": True, "log_risk": True, "risk_limit": 0.1}], ids=["plain", "all"])
def test_labels_never_overlap_at_either_width(make_map, case, options):
    figure = risk_utility_map_figure(make_map(CROWDED[case]), chosen=CROWDED[case][2][0], **options)
    for width in WIDTHS:
        assert overlapping(label_boxes(figure, width)) == []


def test_scenarios_are_named_where_all_names_have_room_and_else_numbered(make_map, eleven):
    named = risk_utility_map_figure(make_map(eleven[:3], half=0), chosen="Global recode", risk_limit=0.1)
    assert {name for name, _, _ in eleven[:3]} <= set(texts(named))
    crowded = [("Local suppression", 0.9, 0.0), ("Local suppression, too", 0.9, 0.0)]
    numbered = risk_utility_map_figure(make_map(crowded, half=0))
    assert "<b>2</b>" in [t.text[0] for t in scenario_traces(numbered).values() if t.text]
    for width in WIDTHS:
        boxes = label_boxes(named, width)
        assert overlapping(boxes) == []
        assert all(box[1] >= 0 and box[3] <= width for box in boxes)


def words(text):
    return re.sub(r"<[^>]*>", " ", text).split(":")[0].strip(" †")


@pytest.mark.slow
@pytest.mark.parametrize("case", CROWDED)
def test_no_label_lies_on_the_mark_of_another_at_any_width(make_map, case):
    figure = risk_utility_map_figure(make_map(CROWDED[case]), chosen=CROWDED[case][2][0])
    marks = [t for t in figure.data if t.mode == "markers"]
    for width in WIDTHS:
        boxes = label_boxes(figure, width)
        for trace in marks:
            (x, y), reach = pixel(figure, width, trace.x[0], trace.y[0]), trace.marker.size / 2
            on = [b for b in boxes if b[1] < x + reach and b[3] > x - reach and b[2] < y + reach and b[4] > y - reach]
            assert [words(b[0]) for b in on if words(b[0]) != words(trace.name)] == []


def test_eighty_scenarios_on_one_spot_are_one_mark_with_their_count(make_map):
    content = make_map([(f"Scenario {i}", 0.8, 0.2) for i in range(80)], half=0)
    traces = scenario_traces(risk_utility_map_figure(content, chosen="Scenario 7", numbered=True))
    assert {n: t.text[0] for n, t in traces.items()} == {"Scenario 7": "<b>×80</b>"}
    assert len(traces["Scenario 7"].customdata[0]) == 80


@pytest.mark.slow
@settings(max_examples=15)
@given(
    st.lists(st.tuples(st.floats(0.3, 1), st.floats(0, 0.4)), min_size=1, max_size=14),
    st.sampled_from([None, 0.05, 0.2]),
    st.booleans(),
)
def test_labels_never_overlap_for_any_points(spots, limit, swapped):
    from core.assessment import measure_by_id
    from core.views.risk_utility.axis import Axis
    from core.views.risk_utility.points import MapPoint, RiskUtilityMap

    def measure(better, family):
        return replace(measure_by_id("gdu"), id=family, name=family, family=family, better=better)

    points = tuple(MapPoint(f"Scenario {i}", "scenario", u, r, pareto=i < 2) for i, (u, r) in enumerate(spots))
    content = RiskUtilityMap(Axis(measure(Better.HIGHER, "gdu")), Axis(measure(Better.LOWER, "risk")), points, ())
    figure = risk_utility_map_figure(content, risk_limit=limit, swapped=swapped)
    for width in WIDTHS:
        assert overlapping(label_boxes(figure, width)) == []


def test_same_map_same_figure(make_map, eleven):
    way = {"chosen": "PRAM 10 %", "risk_limit": 0.1, "place": place_map_labels}
    first, second = (risk_utility_map_figure(make_map(eleven), **way) for _ in range(2))
    assert first.to_json() == second.to_json()


@pytest.mark.slow
def test_labels_stay_where_they_are_when_another_scenario_is_chosen(make_map, eleven):
    def whereabouts(chosen: str) -> dict[str, tuple[object, ...]]:
        shown = risk_utility_map_figure(make_map(eleven), chosen=chosen).layout.annotations
        return {re.sub(r"</?b>", "", a.text): (a.x, a.y, a.xanchor, a.yanchor, a.xshift, a.yshift) for a in shown}

    assert whereabouts("PRAM 10 %") == whereabouts("Global recode")


@pytest.mark.slow
def test_labels_are_placed_alike_for_every_chosen_scenario_where_all_are_named(make_map, eleven):
    asked = []

    def place(*way):
        asked.append(way)
        return place_map_labels(*way)

    content = make_map(eleven)
    drawn = [
        risk_utility_map_figure(content, chosen=name, risk_limit=0.1, place=place).to_json()
        for name in ("PRAM 10 %", "Global recode")
    ]
    assert asked[0] == asked[1]
    assert hash(asked[0][1:]) == hash(asked[1][1:])
    assert drawn[0] == risk_utility_map_figure(content, chosen="PRAM 10 %", risk_limit=0.1).to_json()


def decided(names, standings):
    """Return a decision in which each file has the standing given, with a reason where it cannot go out."""
    kinds = {Standing.NO: GuardKind.THRESHOLD, Standing.NOT_KNOWN: GuardKind.STRADDLES}
    files = tuple(
        FileVerdict(name, f"{name}.csv", (Guard(kinds[s], f"the reason of {name}"),) if s in kinds else ())
        for name, s in zip(names, standings, strict=True)
    )
    return Decision(Standing.NO, files, None, None, None, "")


@pytest.mark.slow
def test_colour_is_the_verdict_and_nothing_else(make_map, eleven, map_of_eleven):
    names = [name for name, _, _ in eleven]
    standings = [list(Standing)[i % 3] for i in range(len(names))]
    for dark in (False, True):
        colours = palette(dark)
        expected = {
            Standing.GO: colours.go,
            Standing.NOT_KNOWN: colours.cannot_tell,
            Standing.NO: colours.stopped,
        }
        traces = scenario_traces(risk_utility_map_figure(make_map(eleven), decided(names, standings), dark=dark))
        assert {n: traces[n].marker.line.color for n in names} == {
            n: expected[s] for n, s in zip(names, standings, strict=True)
        }
    assert {t.marker.line.color for t in scenario_traces(map_of_eleven).values()} == {palette(False).muted}


def test_a_file_that_cannot_go_out_bears_a_stroke_and_says_why(make_map, eleven):
    names = [name for name, _, _ in eleven]
    standings = [Standing.NO, Standing.GO, Standing.NOT_KNOWN] + [Standing.NO] * 8
    figure = risk_utility_map_figure(make_map(eleven[:4], half=0), decided(names, standings))
    traces = scenario_traces(figure)
    (strokes,) = [t for t in figure.data if t.marker.symbol == "line-ne"]
    struck = {(traces[n].x[0], traces[n].y[0]) for n in names[:1]}
    assert set(zip(strokes.x, strokes.y, strict=True)) == struck
    assert "the reason of Global recode" in traces["Global recode"].hovertext[0]
    assert traces["Local suppression k = 3"].marker.symbol.endswith("-open")
    assert not traces["Top-coding"].marker.symbol.endswith("-open")
    key = next(t for t in texts(figure) if "Cannot go out" in t)
    assert "Can go out" in key
    assert "Not known" in key


def test_thirty_files_bear_numbers_that_stay_theirs(make_map):
    rows = [(f"File {i}", 0.5 + 0.01 * i, 0.3 - 0.005 * ((i * 7) % 30)) for i in range(30)]
    order = [name for name, _, _ in rows]
    traces = scenario_traces(risk_utility_map_figure(make_map(rows, half=0), chosen="File 3", order=order))
    assert {n: re.sub("<.*?>", "", t.text[0]) for n, t in traces.items()} == {n: str(i) for i, n in enumerate(order, 1)}


def test_the_zoom_ends_just_above_the_limit_and_shows_what_lies_there(make_map, eleven):
    figure = risk_utility_map_figure(make_map(eleven, half=0), risk_limit=0.1, zoom=True)
    assert tuple(figure.layout.yaxis.range) == pytest.approx((0, 0.125))
    assert set(scenario_traces(figure)) == {name for name, _, risk in eleven if risk <= 0.125}


def test_a_zoom_into_an_empty_zone_shows_the_zone(make_map):
    figure = risk_utility_map_figure(make_map([("a", 0.9, 0.3)], half=0), risk_limit=0.05, zoom=True)
    assert tuple(figure.layout.yaxis.range) == pytest.approx((0, 0.0625))
    assert scenario_traces(figure) == {}


@pytest.mark.parametrize("swapped", [False, True])
def test_the_yardsticks_of_utility_are_drawn_and_named(make_map, eleven, swapped):
    bands = (RepetitionRange(low, (low + high) / 2, high) for low, high in ((0.8, 0.9), (0.55, 0.6)))
    content = replace(make_map(eleven), resolution=AxisResolution(9.0, True, *bands))
    figure = risk_utility_map_figure(content, swapped=swapped)
    along = "y" if swapped else "x"
    marks = {(s.type, s[f"{along}0"], s[f"{along}1"]) for s in figure.layout.shapes}
    assert marks == {("rect", 0.55, 0.6), ("rect", 0.8, 0.9)}
    said = " ".join(texts(figure))
    assert "A fresh survey 80.0% to 90.0%" in said
    assert "Columns shuffled 55.0% to 60.0%" in said


def test_a_name_of_a_yardstick_in_the_middle_is_centred_so_that_a_narrow_plot_holds_it(make_map, eleven):
    for low in (0.1, 0.3, 0.45, 0.6, 0.9):
        bands = (RepetitionRange(low, low + 0.01, low + 0.02),) * 2
        figure = risk_utility_map_figure(replace(make_map(eleven), resolution=AxisResolution(9.0, True, *bands)))
        (name,) = (a for a in figure.layout.annotations if "Columns shuffled" in (a.text or ""))
        first, last = figure.layout.xaxis.range
        place = (low + 0.01 - first) / (last - first)
        assert name.xanchor == ("left" if place < 1 / 3 else "center" if place < 2 / 3 else "right")


def test_a_file_far_worse_than_shuffled_columns_lies_at_the_edge_and_leaves_the_others_their_room(make_map):
    rows = [(f"Noise {k}", k / 10, 0.1 + k / 50) for k in range(5)]
    bands = RepetitionRange(1.6, 1.9, 2.3), RepetitionRange(2.6, 2.7, 2.8)
    content = make_map([*rows, ("Dropped", 24.0, 0.1)], utility_better=Better.LOWER, bounds=(0, math.inf), half=0)
    content = replace(content, resolution=AxisResolution(9.0, True, *bands))
    axis = make_geometry(content).utility
    assert axis.high < 3.5 * 2.8
    assert axis.beyond(24.0) == 1
    assert axis.low < axis.shown(24.0) < axis.high
