"""What a reader hands back is limited by what came in: little comes of little."""

import io
import resource
import sys

import pyarrow as pa
import pytest

from core.errors import LimitExceeded
from core.intake import DEFAULT, read_file
from core.intake.sandbox import allowed_result


def nulls(rows: int) -> bytes:
    sink = io.BytesIO()
    table = pa.table({"a": pa.nulls(rows)})
    with pa.ipc.new_file(sink, table.schema) as file:
        file.write_table(table)
    return sink.getvalue()


def test_a_small_file_may_become_a_hundred_megabytes_and_a_large_one_a_hundred_times_itself():
    assert allowed_result(394, DEFAULT) == 100_000_000
    assert allowed_result(10_000_000, DEFAULT) == 1_000_000_000
    assert allowed_result(450_000_000, DEFAULT) == DEFAULT.result_bytes


@pytest.mark.own_process
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux enforces this limit")
def test_a_file_of_400_bytes_with_400_million_cells_is_refused_and_costs_the_program_nothing():
    content = nulls(400_000_000)
    assert len(content) < 1_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(
        LimitExceeded, match="400,000,000 cells are larger than the 100 MB allowed for a file of this size"
    ):
        read_file("nulls.feather", content)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000  # kilobytes


def test_an_honest_small_file_is_read():
    assert read_file("nulls.feather", nulls(1_000_000)).report.n_rows == 1_000_000
