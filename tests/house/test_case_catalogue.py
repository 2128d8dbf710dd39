"""Cases 79 to 120 of the test catalogue: which test stands for each; a test that is gone is missed here."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"

ELSEWHERE = {
    79: ["test_common.py::test_an_identical_copy_has_the_best_value_of_a_utility_measure"],
    80: ["test_common.py::test_the_order_of_the_records_changes_nothing"],
    81: ["test_common.py::test_the_order_of_the_columns_changes_nothing"],
    82: ["test_common.py::test_every_value_lies_within_its_bounds"],
    83: [
        "measures/test_outcome.py::test_a_result_is_always_a_number",
        "risk/test_pair_properties.py::test_answers_in_bounds_or_with_a_reason",
    ],
    89: [
        "risk/test_global_risk.py::test_missing_keys_as_a_category_or_dropped",
        "risk/test_global_risk.py::test_missing_keys_as_wildcard",
    ],
    93: ["statistics/linkage/test_linkage.py::test_equally_near_originals_share"],
    95: ["risk/attribute/test_agreement.py::test_without_a_sensitive_variable_they_say_so"],
    96: ["risk/test_k_anonymity.py::test_merging_categories_never_raises_the_violations"],
    116: [
        "pages/test_escaping.py::test_formulas_are_written_as_text",
        "reports/test_spreadsheet_text.py::test_case_116_cells_of_a_workbook_stay_text_when_they_are_edited",
    ],
    118: [
        "reports/test_project_file.py::test_a_changed_part_is_named",
        "reports/test_project_file.py::test_any_cut_or_flipped_byte_is_refused_or_changes_nothing",
    ],
    119: ["reports/test_project_file.py::test_it_holds_text_and_json_only"],
    120: [
        "reports/test_project_file.py::test_an_older_format_is_refused",
        "reports/test_project_file.py::test_a_newer_format_is_refused_with_its_version_even_with_other_parts",
    ],
}

SCRIPTS = {107: "experiments/load/websocket_clients.py", 109: "experiments/load/soak.py"}
"""Measured by scripts, which take minutes; their figures are in docs/validation/speed.md."""


@cache
def numbered() -> frozenset[int]:
    """Return the cases that a test names in its own name: test_case_NNN_MMM_..."""
    named = set()
    for path in (*TESTS.rglob("test_*.py"), *(ROOT / "experiments").rglob("test_*.py")):
        for name in re.findall(r"def test_case((?:_\d{3})+)_", path.read_text(encoding="utf-8")):
            named |= {int(n) for n in name.split("_") if n}
    return frozenset(named)


@pytest.mark.parametrize("case", range(79, 121))
def test_every_case_has_a_test(case):
    if case in SCRIPTS:
        assert (ROOT / SCRIPTS[case]).is_file()
    elif case not in numbered():
        assert ELSEWHERE[case]
        for place in ELSEWHERE[case]:
            file, _, name = place.partition("::")
            functions = {
                node.name
                for node in ast.walk(ast.parse((TESTS / file).read_text(encoding="utf-8")))
                if isinstance(node, ast.FunctionDef)
            }
            assert name in functions, f"{place} is gone"
