"""Strata, clusters and replicate weights are proposed from names, labels and data, with the reason."""

import numpy as np
import pytest

from core.data import ReplicateMethod, Role
from core.pairing import draft_codebook
from core.pairing.proposals.survey_design import NumberedColumns, guessed_method
from tests.pairing.builders import microdata

N = 120


def cycled(n):
    return [float(i % n + 1) for i in range(N)]


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("strata", "stratum"),
        ("stratum", "stratum"),
        ("SDMVSTRA", "stratum"),
        ("estrato", "stratum"),
        ("Schicht", "stratum"),
        ("strat_id", "stratum"),
        ("psu", "cluster"),
        ("sdmvpsu", "cluster"),
        ("Cluster", "cluster"),
        ("cluster_id", "cluster"),
        ("upm", "cluster"),
        ("grappe", "cluster"),
        ("cluster_size", "analysis"),
        ("socio_stratum", "analysis"),
        ("strategy", "analysis"),
        ("frustrated", "analysis"),
    ],
)
def test_names_of_strata_and_clusters(name, role):
    book = draft_codebook(microdata(x=cycled(40), sex=cycled(2), **{name: cycled(6)}))
    found = book.variable(name)
    assert (found.role in (Role.CLUSTER, Role.STRATUM)) == (role != "analysis")
    if role != "analysis":
        assert found.role is Role(role)
        assert "please confirm" in found.reason


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("Masked variance pseudo-PSU", Role.CLUSTER),
        ("Primary sampling unit", Role.CLUSTER),
        ("Variance stratum", Role.STRATUM),
    ],
)
def test_labels_of_strata_and_clusters(label, role):
    data = microdata(sex=cycled(2), q17=cycled(6))
    labelled = type(data)(data.name, data.columns, data.n_records, labels={"q17": label})
    found = draft_codebook(labelled).variable("q17")
    assert found.role is role
    assert "label" in found.reason


def test_what_is_different_in_every_record_is_no_stratum_or_cluster():
    book = draft_codebook(microdata(sex=cycled(2), psu=[float(i) for i in range(N)], strata=[1.0] * N))
    assert book.variable("psu").role is not Role.CLUSTER
    assert book.variable("strata").role is not Role.STRATUM


def test_demographic_and_health_surveys():
    columns = {"v001": cycled(20), "v005": [1000000.0 + i for i in range(N)], "v021": cycled(20)}
    book = draft_codebook(microdata(sex=cycled(2), **columns, v022=cycled(4), v023=cycled(3)))
    assert book.variable("v021").role is Role.CLUSTER
    assert book.variable("v023").role is Role.STRATUM
    assert book.variable("v022").role not in (Role.STRATUM, Role.CLUSTER)
    # the same names alone say nothing: questions are numbered like this too
    alone = draft_codebook(microdata(sex=cycled(2), v021=cycled(20), v022=cycled(4), v023=cycled(3)))
    assert not {v.role for v in alone.variables} & {Role.STRATUM, Role.CLUSTER}


def replicates(stem, count, first=1):
    random = np.random.default_rng(1)
    return {f"{stem}{i}": np.round(random.uniform(0.1, 3, N), 3).tolist() for i in range(first, first + count)}


@pytest.mark.parametrize(
    ("stem", "count", "method"),
    [
        ("repwgt", 80, "Fay"),
        ("brr", 32, "BRR"),
        ("wrep_", 24, "BRR"),
        ("w_fstr", 80, "Fay"),
        ("PWGTP", 80, "Fay"),
        ("bsw", 500, "bootstrap"),
        ("repw", 200, "bootstrap"),
        ("jk", 30, "JK1"),
        ("replicate_weight_", 27, "JK1"),
    ],
)
def test_families_of_replicate_weights(stem, count, method):
    family = replicates(stem, count)
    book = draft_codebook(microdata(sex=cycled(2), income=cycled(40), **family))
    assert [v.name for v in book.with_role(Role.REPLICATE_WEIGHT)] == list(family)
    assert book.replicates.method is ReplicateMethod(method)
    assert "please confirm" in book.replicates.reason
    assert book.replicates.factors == ((0.5,) if method == "Fay" else ())


def test_numbered_columns_beside_a_weight_of_that_name():
    family = replicates("pond", 20)
    book = draft_codebook(microdata(sex=cycled(2), pond=next(iter(replicates("w", 1).values())), **family))
    assert len(book.with_role(Role.REPLICATE_WEIGHT)) == 20
    assert [v.name for v in book.with_role(Role.WEIGHT)] == ["pond"]


@pytest.mark.parametrize(
    "columns",
    [
        {f"report{i}": cycled(3) for i in range(1, 9)},
        {f"q{i}": cycled(4) for i in range(1, 30)},
        replicates("brr", 3),
        {f"rep{i}": [0.0, 1.0] * (N // 2) for i in range(1, 9)},
    ],
)
def test_other_numbered_columns_are_no_replicate_weights(columns):
    book = draft_codebook(microdata(sex=cycled(2), **columns))
    assert book.with_role(Role.REPLICATE_WEIGHT) == ()
    assert book.replicates is None


def test_an_odd_number_of_replicates_is_no_balanced_half_sample():
    assert guessed_method(NumberedColumns("rw", ("a",) * 31)).method is ReplicateMethod.JK1
