"""What a user can work out of the shareable report: every count of the original that fits what is told.

The user holds the masked file, knows how the program computes and how many records the original has, and tries all
counts of the original. More than one must give the same report, for one report and for several of one original.
"""

import json
import math
import random
from collections import defaultdict
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from core.assessment import Assessment, Comparison, VariableRecord
from core.data import Bands, CategoryMap, Closed, Codebook
from core.reports import (
    CoarseFigure,
    Kind,
    Project,
    ProjectFile,
    ShareOptions,
    coarse_figures,
    make_report,
    write_report,
)
from core.reports.shareable.coarse_figures import TOO_FEW, in_steps
from core.utility.gdu import MEASURES, GduParameters, local_utilities
from core.utility.gdu.rounded_to_base_10 import univariate_rounded
from tests.outcomes import result
from tests.strategies import continuous, nominal, ordinal, pair_of, paired

pytestmark = pytest.mark.slow

FILE = ("gdu", "aldu_univariate", "aldu_bivariate", "ldu_univariate", "ldu_bivariate")


def project_of(*masked_files, threshold_reason=""):
    """A project of masked files of one original: each a list of paired variables."""
    scenarios = []
    for k, variables in enumerate(masked_files):
        local = local_utilities(pair_of(*variables), GduParameters())
        outcomes = tuple(o for m in MEASURES if m.id in FILE for o in m.compute(local))
        records = tuple(VariableRecord(v.name, v.original.level.value, "key", "kept") for v in variables)
        rows = len(variables[0].masked.values)
        scenarios.append(
            Assessment(f"Scenario {k}", f"m{k}.csv", "0" * 64, rows, len(variables), outcomes, "none", records)
        )
    rows = len(masked_files[0][0].original.values)
    original = Assessment("Original", "o.csv", "1" * 64, rows, len(masked_files[0]), ())
    files = [ProjectFile(f"m{k}.csv", "0" * 64, s.rows, 1) for k, s in enumerate(scenarios)]
    comparison = Comparison({}, {}, original, tuple(scenarios))
    return Project(Codebook(()), ProjectFile("o.csv", "1" * 64, rows, 1), tuple(files), comparison=comparison)


def told(*masked_files):
    """All that the reports of masked files of one original tell, as far as it is a number."""
    project = project_of(*masked_files)
    found = []
    for s in project.comparison.scenarios:
        figures = coarse_figures(project, ShareOptions(s.file))
        found += [repr(figures.variables), repr(figures.pairs)]
        found += [(figures.mean(m), figures.interval(m)) for m in FILE[:3]]
    return tuple(map(str, found))


def coded(counts, kind=nominal):
    values = np.repeat(np.arange(len(counts)), counts)
    return kind(values) if kind is continuous else kind(values, len(counts))


def in_gallery(*values):
    """A case of the same path as another one; all are in ``make gallery``."""
    return pytest.param(*values, marks=pytest.mark.study)


@pytest.mark.parametrize(
    ("kind", "yes"),
    [
        *((nominal, 3), (ordinal, 24), (continuous, 60)),
        *map(in_gallery, (nominal, nominal, ordinal, ordinal, continuous, continuous), (24, 60, 3, 60, 3, 24)),
    ],
)
def test_at_least_nine_counts_fit_what_is_told_of_a_variable_of_two_values(kind, yes):
    n, fits = 120, defaultdict(list)
    files = [coded([n - yes, yes], kind), coded([20, 4], kind), coded([n - yes - 7, yes + 7], kind)]
    for count in range(1, n):
        original = coded([n - count, count], kind)
        fits[told(*([paired("x", original, m)] for m in files))].append(count)
    assert min(map(len, fits.values())) >= 9


def test_more_than_one_count_of_each_category_fits_for_three_values():
    n, masked, fits = 40, coded([17, 13, 10]), defaultdict(list)
    for a in range(1, n - 1, 2):
        for b in range(1, n - a):
            counts = (a, b, n - a - b)
            fits[told([paired("x", coded(counts), masked)])].append(counts)
    assert all(len({c[i] for c in same}) > 1 for same in fits.values() for i in range(3))


@pytest.mark.parametrize("kind", [nominal, ordinal, continuous])
@pytest.mark.parametrize("masked", [[120, 0], [24, 0]])
def test_whether_anybody_gave_an_answer_that_the_masked_file_lacks_is_not_told(kind, masked):
    fits = defaultdict(list)
    for count in range(30):
        fits[told([paired("x", coded([120 - count, count], kind), coded(masked, kind))])].append(count)
    assert min(map(len, fits.values())) >= 9


@pytest.mark.parametrize("kind", [nominal, ordinal])
def test_whether_a_category_that_was_merged_occurs_at_all_is_not_told(kind):
    # three or four categories merged into two leave a third or a sixth of the comparisons
    merged, fits = CategoryMap({"a": ("a",), "b": ("b", "c")}), defaultdict(list)
    for a, c in [(20, c) for c in range(0, 40, 2)] + [(40, c) for c in range(0, 20, 2)]:
        original = coded([a, 60 - a - c, c], kind)
        recoded, masked = (kind(np.minimum(codes.values, 1), 2) for codes in (original, coded([40, 20], kind)))
        fits[told([paired("x", original, masked, recoded, merged)])].append(c)
    assert min(len(set(counts)) for counts in fits.values()) >= 4


def banded(counts, kind=ordinal):
    """Return a number of three values of which the two larger ones are one band."""
    original = coded(counts, continuous)
    recode = Bands(((-math.inf, 1), (1, math.inf)), ("low", "high"), Closed.LEFT)
    return paired("x", original, coded([40, 20], kind), kind((original.values >= 1).astype(int), 2), recode)


def test_what_a_band_leaves_tells_no_more_than_counts_in_tens():
    values = defaultdict(set)
    for a in range(30, 40):
        local = local_utilities(pair_of(banded([a, 44 - a, 16])), GduParameters())
        values[univariate_rounded(local.univariate[0], local.prepared["x"], local.parameters)["value"]].add(a)
    assert list(map(len, values.values())) == [10]


def pair_from(cells, masked_cells):
    files = []
    for table in (cells, masked_cells):
        rows = np.repeat([0, 0, 1, 1], table)
        columns = np.repeat([0, 1, 0, 1], table)
        files.append((nominal(rows, 2), nominal(columns, 2)))
    return [paired(name, files[0][i], files[1][i]) for i, name in enumerate("ab")]


def moved(cells, source, target, k):
    found = list(cells)
    found[source] -= k
    found[target] += k
    return found


COUNTS_OF_A_PAIR = [
    *(lambda t, i=i: t[i] for i in range(4)),
    lambda t: t[0] + t[1],
    lambda t: t[0] + t[2],
]
"""The four cells of a table of two by two, and how often the first value of either variable occurs."""


def test_another_count_of_each_cell_and_margin_fits_all_that_two_reports_tell_of_a_pair():
    random.seed(1)
    shown = 0
    for _ in range(5):
        cells = [random.randint(12, 60) for _ in range(4)]
        files = [[max(1, c + random.randint(-9, 9)) for c in cells] for _ in range(2)]
        tells = told(*(pair_from(cells, m) for m in files))
        shown += "CoarseFigure" in tells[1]
        others = [moved(cells, a, b, k) for k in (1, 2) for a, b in permutations(range(4), 2)]
        fits = [o for o in others if told(*(pair_from(o, m) for m in files)) == tells]
        for count in COUNTS_OF_A_PAIR:
            assert any(count(o) != count(cells) for o in fits), (cells, files)
    assert shown > 1


@pytest.mark.parametrize("smallest", [3, 4, 7, 12, 13, 26, 39])
def test_reports_with_every_threshold_do_not_tell_the_smallest_cell(smallest):
    def shown(cell):
        pair = pair_from([cell, 40, 40, 40], [40, 40, 40, 40])
        project = project_of(pair)
        project = replace(project, record=replace(project.record, threshold_reason="rounded elsewhere"))
        figures = [coarse_figures(project, ShareOptions(threshold=t)) for t in range(3, 42)]
        return [isinstance(f.pairs["a", "b"], CoarseFigure) for f in figures]

    told = shown(smallest)
    assert sum(shown(cell) == told for cell in range(smallest - 2, smallest + 3)) > 1


@pytest.mark.parametrize("cells", [[50, 0, 40, 60], [0, 20, 25, 60], [15, 30, 60, 0]])
def test_whether_a_cell_is_empty_is_not_told(cells):
    tells = told(pair_from(cells, cells))
    others = [moved(cells, a, b, 1) for a, b in permutations(range(4), 2) if cells[a]]
    alike = [o for o in others if told(pair_from(o, cells)) == tells]
    assert {bool(o[cells.index(0)]) for o in alike} == {False, True}


def test_whether_the_original_holds_one_value_only_is_not_told():
    told_of = [told([paired("x", coded([120 - k, k]), coded([120, 0])), *pair_from([40, 30, 30, 20], [40, 30, 30, 20])])
               for k in (0, 1, 5)]  # fmt: skip
    assert told_of[0] == told_of[1] == told_of[2]


def test_associations_are_told_at_one_level_of_significance():
    files = pair_from([30, 40, 50, 60], [36, 34, 44, 66])
    project = project_of(files)
    told = {}
    for level in (0.05, 0.04):
        comparison = replace(project.comparison, plan={"parameters": {"gdu": {"alpha": level}}})
        told[level] = coarse_figures(replace(project, comparison=comparison), ShareOptions())
    assert isinstance(told[0.05].pairs["a", "b"], CoarseFigure)
    assert "another level of significance" in told[0.04].pairs["a", "b"].reason
    assert isinstance(told[0.04].variables["a"], CoarseFigure)
    assert [told[0.04].step(m) for m in ("gdu", "aldu_bivariate")] == [None, None]


def test_means_of_which_all_else_is_known_tell_no_more_of_a_variable():
    # five of six variables are unchanged and unrelated to the sixth, so that the means are those of its figure
    n, fits = 120, defaultdict(set)
    rows = np.arange(n)
    others = [(f"v{k}", nominal((rows // 2**k) % 2, 2)) for k in range(5)]
    for count in range(1, 60):
        original, masked = coded([n - count, count]), coded([86, 34])
        variables = [paired("x", original, masked), *(paired(name, v, v) for name, v in others)]
        figures = coarse_figures(project_of(variables), ShareOptions())
        means = [figures.mean("aldu_univariate"), figures.interval("aldu_univariate")]
        fits[str(figures.variables["x"]), str(means)].add(count)
    assert min(map(len, fits.values())) >= 9


def exact_utility(yes, n, masked_yes, masked_n):
    """LDUuni of two categories as published, by hand."""
    table = np.array([[yes, n - yes], [masked_yes, masked_n - masked_yes]], dtype=float)
    p = stats.chi2_contingency(table, correction=False).pvalue
    return -np.expm1(-14 * p) / -np.expm1(-14)


@pytest.mark.parametrize(
    ("n", "masked_yes", "masked_n"),
    [in_gallery(2000, 40, 2000), in_gallery(2000, 700, 2000), in_gallery(2000, 9, 400), (200, 60, 200), (60, 25, 60)],
)
def test_who_inverts_the_published_formula_finds_more_than_one_count(n, masked_yes, masked_n):
    # a user who does not know of the tens inverts what is told as if it were the exact figure
    exact = {k: in_steps(exact_utility(k, n, masked_yes, masked_n), 0.25) for k in range(1, n)}
    alone = {value for value in exact.values() if sum(v == value for v in exact.values()) == 1}
    masked = coded([masked_n - masked_yes, masked_yes])
    near = [k for k in range(1, n) if abs(k - masked_yes * n / masked_n) < 25]
    for count in near:
        project = project_of([paired("x", coded([n - count, count]), masked)])
        found = coarse_figures(project, ShareOptions()).variables["x"]
        assert not (isinstance(found, CoarseFigure) and found.utility in alone and exact[count] == found.utility), count


def test_a_rare_answer_is_not_told_at_all():
    project = project_of([paired("x", coded([1997, 3]), coded([1990, 10]))])
    assert coarse_figures(project, ShareOptions()).variables["x"].reason == TOO_FEW


def test_every_number_of_the_report_is_one_that_is_told():
    variables = [
        paired(name, coded([1000 - k, k], kind), coded([1000 - k - 31, k + 31], kind))
        for name, k, kind in (("a", 300, nominal), ("b", 511, ordinal), ("c", 3, nominal), ("d", 417, continuous))
    ]
    content = json.loads(write_report(make_report(project_of(variables), Kind.SHAREABLE), "json"))
    found = [
        cell["number"]
        for section in content["sections"]
        for block in section["blocks"]
        for row in block.get("rows", [])
        for cell in row
        if isinstance(cell, dict)
    ]
    assert found
    assert all(round(20 * x, 9) == int(round(20 * x, 9)) for x in found)


def figures_with(**means):
    """Coarse figures of a file of which users' analyses were measured: how many parts of n records, and the mean."""
    project = project_of([paired("x", coded([60, 40]), coded([50, 50]))])
    scenario = project.comparison.scenarios[0]
    found = []
    for measure, (part, sizes, value) in means.items():
        found += [result(part, (f"{part} {i}",), value, n=n) for i, n in enumerate(sizes)]
        found.append(result(measure, (), value, n=min(sizes)))
    changed = replace(scenario, outcomes=(*scenario.outcomes, *found))
    return coarse_figures(
        replace(project, comparison=replace(project.comparison, scenarios=(changed,))), ShareOptions()
    )


def overlap_of_shares(yes, n, masked_yes, masked_n):
    """Karr's overlap of the 95 % intervals of a share before and after masking, by hand."""
    ends = [(k / m, 1.96 * math.sqrt(k * (m - k) / m**3)) for k, m in ((yes, n), (masked_yes, masked_n))]
    common = min(p + w for p, w in ends) - max(p - w for p, w in ends)
    return sum(common / (2 * w) for _, w in ends) / 2


@pytest.mark.parametrize("n", [100, in_gallery(400), in_gallery(2000)])
@pytest.mark.parametrize("known", [0, 2])
def test_more_than_one_count_fits_the_overlap_of_a_published_share(n, known):
    # a user who knows all other indicators, and whether the original's share is above the masked file's
    masked = n * 2 // 5
    fits = defaultdict(set)
    for count in range(masked, n * 3 // 5):
        mean = (known + overlap_of_shares(count, n, masked, n)) / (known + 1)
        figures = figures_with(interval_overlap=("indicator", [n] * (known + 1), mean))
        fits[figures.share_of("interval_overlap")].add(count)
    last = max(fits, key=lambda told: max(fits[told]))  # its other counts were not tried
    assert all(len(counts) > 1 for told, counts in fits.items() if told != last)


@pytest.mark.parametrize(
    ("sizes", "told"), [([500] * 2, None), ([500] * 3, 0.75), ([500, 500, 99], None), ([100] * 3, 0.75)]
)
def test_analyses_are_told_in_quarters_where_three_of_a_hundred_records_stand_behind_them(sizes, told):
    for measure, part in (("indicators_inside", "indicator"), ("coefficient_overlap", "regression")):
        assert figures_with(**{measure: (part, sizes, 0.7421)}).share_of(measure) == told
    assert figures_with(interval_overlap=("indicator", [500] * 4, -3.4211)).share_of("interval_overlap") == 0
