"""A run whose tables are counted in blocks: the same bytes, on any number of processes."""

from __future__ import annotations

import numpy as np
import pytest

from core.assessment import collect, in_blocks, make_plan, run
from core.data import Codebook, Column, Level, Microdata, Role, Scenario, Variable
from core.measures import Failed, Skipped
from core.reports import write_results
from core.tables import blockwise

N = 300


def file_of(name, seed):
    random = np.random.default_rng(seed)
    columns = {
        "sex": Column(codes=random.integers(0, 2, N, dtype=np.int32), labels=("f", "m")),
        "age": Column(numbers=random.integers(18, 90, N).astype(float)),
        "income": Column(numbers=np.round(random.lognormal(10, 1, N), 2)),
    }
    return Microdata(name, columns, N)


CODEBOOK = Codebook(
    (
        Variable("sex", Level.NOMINAL, Role.KEY),
        Variable("age", Level.CONTINUOUS, Role.KEY),
        Variable("income", Level.CONTINUOUS, Role.SENSITIVE),
    )
)


MASKED = file_of("b.csv", 2)


def results(jobs=1):
    plan = make_plan(
        "hellinger,hellinger_pair,wasserstein,k_marginal,mean_difference,robust_eigenvalues,global_risk,t_closeness",
        ["interval.groups=3"],
    )
    steps = list(
        run(
            file_of("a.csv", 1),
            [Scenario(MASKED, CODEBOOK.declaration("b.csv"))],
            CODEBOOK,
            plan,
            linked="none",
            jobs=jobs,
        )
    )
    assert (steps[-1].done, steps[-1].share) == (steps[-1].total, pytest.approx(1))
    return steps, write_results(collect(plan, steps))


def test_blocks_change_no_byte_and_show_as_progress(monkeypatch):
    steps, whole = results()
    for records in (7, 100):
        monkeypatch.setattr(blockwise, "BLOCK_RECORDS", records)
        more, text = results()
        assert text == whole
        assert len(more) > len(steps)
        assert [s.share for s in more] == sorted(s.share for s in more)


def test_a_control_file_is_counted_in_blocks_like_any_other(monkeypatch):
    monkeypatch.setattr(blockwise, "BLOCK_RECORDS", 100)
    plan = make_plan("hellinger,global_risk", ["interval.groups=0"])
    masked = Scenario(MASKED, CODEBOOK.declaration("b.csv"))
    steps = list(run(file_of("a.csv", 1), [masked], CODEBOOK, plan, linked="none", control=file_of("c.csv", 3)))
    assert steps[-1].share == pytest.approx(1)
    assert {step.file for step in steps} == {"", "b.csv", "c.csv"}


@pytest.mark.slow
def test_processes_that_count_blocks_change_no_byte(monkeypatch):
    _, whole = results()
    monkeypatch.setattr(blockwise, "BLOCK_RECORDS", 100)
    assert results(jobs=2)[1] == whole


def outcomes_where(monkeypatch, step, error):
    """Return the outcomes by measure where a step of counting in blocks raises an error."""

    def broken(*_):
        raise error

    monkeypatch.setattr(blockwise, "BLOCK_RECORDS", 100)
    monkeypatch.setattr(blockwise.Blockwise, step, broken)
    steps, _ = results()
    return {o.measure: o for s in steps for o in s.outcomes}


def test_a_block_that_cannot_be_counted_fails_its_measures_alone(monkeypatch):
    outcomes = outcomes_where(monkeypatch, "states", ZeroDivisionError())
    assert isinstance(outcomes["hellinger"], Failed)
    assert not isinstance(outcomes["robust_eigenvalues"], Failed)
    assert isinstance(in_blocks.count_block(blockwise.Blockwise(*[None] * 5), None, None), ZeroDivisionError)


def test_where_memory_runs_out_while_blocks_are_merged_the_run_goes_on(monkeypatch):
    outcomes = outcomes_where(monkeypatch, "merged", MemoryError())
    assert outcomes["hellinger"].reason.startswith("memory ran out")
    assert not isinstance(outcomes["robust_eigenvalues"], Failed | Skipped)
