"""docs/validation/speed.md speaks of what the benchmarks run, by one clock."""

import re

from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "validation" / "speed.md").read_text(encoding="utf-8")
SOURCES = {p.name: p.read_text(encoding="utf-8") for p in (ROOT / "experiments" / "benchmarks").glob("test_*.py")}
OTHER_PROCESSES = {"test_intake_benchmark.py", "test_masking_benchmark.py"}


def test_what_is_compared_with_is_what_the_benchmarks_import() -> None:
    known = "\n".join(SOURCES.values())
    for package in ("scipy", "fastcluster", "statsmodels", "pandas", "sklearn", "numba"):
        assert (package in PAGE) <= bool(re.search(rf"(import|from) {package}\b", known)), package


def test_both_sides_of_a_ratio_are_timed_by_processor_time() -> None:
    assert "--benchmark-timer=time.process_time" in (ROOT / "Makefile").read_text(encoding="utf-8")
    assert {name for name, text in SOURCES.items() if "perf_counter" in text} == OTHER_PROCESSES


def test_memory_is_said_only_where_a_benchmark_samples_it() -> None:
    assert not re.search(r"\b[GM]B\b", PAGE)
    assert all("ru_maxrss" not in text for text in SOURCES.values())  # of all that ran before as well


def test_the_page_says_when_and_on_what_it_was_run() -> None:
    assert re.search(r"\d{4}-\d{2}-\d{2}", PAGE)
    assert "processor time" in PAGE
