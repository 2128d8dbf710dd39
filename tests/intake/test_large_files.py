"""A file that is too large is refused before it costs memory or time."""

import time

import psutil
import pytest

from core.errors import LimitExceeded
from core.intake import Limits, read_file
from core.intake.limits import DEFAULT

GIGABYTE = 10**9


def test_case_108_a_file_of_a_gigabyte_is_refused_at_once_and_costs_no_memory():
    content = bytes(GIGABYTE)  # pages of the system that nobody has touched: they take no memory unless read
    process = psutil.Process()
    before, start = process.memory_info().rss, time.monotonic()
    with pytest.raises(LimitExceeded, match=r"^large\.csv: 1,000,000,000 bytes, 450,000,000 are allowed") as refused:
        read_file("large.csv", content)
    assert time.monotonic() - start < 5
    assert process.memory_info().rss - before < 50 * 2**20, "no copy is made, and not even its pages are looked at"
    assert "leave columns out or save it as Parquet" in str(refused.value)
    assert read_file("small.csv", b"a,b\n1,x\n2,y\n").report.n_rows == 2


@pytest.mark.parametrize("name", ["large.csv", "large.xlsx", "large.parquet", "large.sav", "large.rds"])
def test_case_108_whatever_its_format(name):
    with pytest.raises(LimitExceeded, match="1,000,000,000 bytes"):
        read_file(name, bytes(GIGABYTE))


def test_case_108_the_limit_is_met_to_the_byte():
    content = b"a,b\n1,x\n2,y\n"
    assert read_file("exact.csv", content, Limits(file_bytes=len(content))).report.n_rows == 2
    with pytest.raises(LimitExceeded, match="12 bytes, 11 are allowed"):
        read_file("exact.csv", content, Limits(file_bytes=len(content) - 1))
    assert DEFAULT.file_bytes < GIGABYTE
