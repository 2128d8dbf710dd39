"""Where a measure says that it does not hold, and the default axis of the map."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.data import Masking, Release
from core.measures import Basis, Outcome, Result, Scope, Subject
from core.risk import (
    MEASURES,
    RiskParameters,
    Treatment,
    disco,
    global_risk,
    l_diversity_distinct,
    linkage_gower,
    suda_records,
    treatment,
    with_maskings,
)
from core.risk.validity import why_not_valid
from tests.risk.conftest import pair_of

FILE_MEASURES = [m for m in MEASURES if m.scope is Scope.FILE]


def outcome(measure, subject) -> Outcome:
    (only,) = measure.compute(measure.prepare(subject, RiskParameters()))
    return only


def paired(**settings):
    original = pd.DataFrame({"a": [0.0, 0, 1, 1], "b": [0.0, 1, 0, 1], "s": [1.0, 2, 3, 4]})
    masked = settings.pop("masked", original)
    return pair_of(original, masked, ["a", "b"], sensitive=("s",), **({"links": np.arange(4)} | settings))


MADE_FOR_SYNTHETIC_FILES = {
    Basis.MATCHES,
    Basis.AGREEMENT,
    Basis.PREDICATES,
    Basis.NEAREST,
    Basis.MEMBERSHIP,
}


def test_every_measure_of_a_file_says_what_it_rests_on() -> None:
    assert [m.id for m in FILE_MEASURES if m.basis is None] == []


@pytest.mark.parametrize("kind", [Masking.NOISE, Masking.SWAP, Masking.PRAM])
def test_counts_of_perturbed_keys_are_marked(kind: Masking) -> None:
    release = with_maskings(paired(maskings={"a": kind, "s": Masking.NOISE}), RiskParameters())
    for measure in (global_risk, suda_records):
        (sentence,) = outcome(measure, release).validity
        assert sentence.startswith("a changed by ")
    # of the sensitive variable too where it is looked at
    assert any("s changed by noise" in s for s in outcome(l_diversity_distinct, release).validity)


@pytest.mark.parametrize("kind", [Masking.RECODE, Masking.SUPPRESS, Masking.SAMPLE, Masking.MICROAGGREGATE])
def test_other_maskings_of_keys_leave_counts_valid(kind: Masking) -> None:
    pair = paired(maskings={"a": kind})
    for measure in FILE_MEASURES:
        subject = pair if measure.subject is Subject.PAIR else with_maskings(pair, RiskParameters())
        if measure.basis not in (Basis.PREDICATES, Basis.MEMBERSHIP):
            assert not outcome(measure, subject).validity


def test_an_attack_says_for_which_masking_it_means_little() -> None:
    by_basis = {m.basis: m for m in FILE_MEASURES}
    predicates, membership, nearest = (by_basis[b] for b in (Basis.PREDICATES, Basis.MEMBERSHIP, Basis.NEAREST))
    noisy, recoded = paired(maskings={"a": Masking.NOISE}), paired(maskings={"a": Masking.RECODE})
    assert "look at linkability" in outcome(predicates, noisy).validity[0]
    assert not outcome(predicates, recoded).validity
    assert "hides from nobody who is a member" in outcome(membership, recoded).validity[0]
    assert not outcome(nearest, noisy).validity


def test_perturbation_that_nobody_declared_is_seen() -> None:
    pair = paired(masked=pd.DataFrame({"a": [0.0, 0, 1, 0], "b": [0.0, np.nan, 0, 1], "s": [1.0, 2, 3, 4]}))
    release = with_maskings(pair, RiskParameters())
    assert release.perturbed == {"a"}
    (sentence,) = outcome(global_risk, release).validity
    assert sentence.startswith("values of a differ from the original's, and how they were changed is not declared")
    assert "“How variables were masked” on the Set up page" in sentence  # where to declare it
    assert outcome(global_risk, release).detail["treatment"] == "perturbed"
    assert not outcome(linkage_gower, pair).validity


def test_synthetic_files_are_marked_but_for_what_is_made_for_them() -> None:
    pair = paired(maskings=dict.fromkeys(("a", "b", "s"), Masking.SYNTHETIC), continuous=("s",))
    for measure in FILE_MEASURES:
        found = outcome(measure, pair if measure.subject is Subject.PAIR else with_maskings(pair, RiskParameters()))
        marked = bool(found.validity)
        assert marked == (measure.basis not in MADE_FOR_SYNTHETIC_FILES), measure.id
    assert isinstance(outcome(disco, pair), Result)


def test_what_was_done_to_a_file() -> None:
    assert treatment({}, ()) is Treatment.UNPERTURBED
    assert treatment({"a": Masking.RECODE}, ()) is Treatment.UNPERTURBED
    assert treatment({"a": Masking.MICROAGGREGATE}, ()) is Treatment.PERTURBED
    assert treatment({}, {"a"}) is Treatment.PERTURBED
    assert treatment({"a": Masking.NOISE, "b": Masking.SYNTHETIC}, ()) is Treatment.SYNTHETIC


def test_weights_of_a_sample_are_rescaled_on_request() -> None:
    pair = paired(masked=pd.DataFrame({"a": [0.0, 1], "b": [0.0, 1], "s": [1.0, 2]}), links=np.array([0, 3]))
    sampled = replace(pair, masked=replace(pair.masked, weights={"w": np.array([3.0, 5.0])}))
    assert with_maskings(sampled, RiskParameters()).weights["w"].tolist() == [3, 5]
    rescaled = with_maskings(sampled, RiskParameters(sample_weights="rescale"))
    assert rescaled.weights["w"].tolist() == [6, 10]
    assert outcome(global_risk, rescaled).value < outcome(global_risk, with_maskings(sampled, RiskParameters())).value


def sampled(**weights) -> object:
    """A linked sample of two of four records; the original has a weight, the sample what is given."""
    pair = paired(masked=pd.DataFrame({"a": [0.0, 1], "b": [0.0, 1], "s": [1.0, 2]}), links=np.array([0, 3]))
    original = replace(pair.original, weights={"w": np.array([3.0, 4.0, 5.0, 7.0])})
    return replace(pair, original=original, masked=replace(pair.masked, weights=weights))


def test_a_weight_that_was_dropped_is_taken_from_the_linked_original() -> None:
    release = with_maskings(sampled(), RiskParameters())
    # times N/n = 2, so that the sample stands for the same population
    assert release.weights["w"].tolist() == [6, 14]
    assert release.borrowed_weights == {"w"}
    found = outcome(global_risk, release)
    assert found.detail["basis_kind"] == outcome(global_risk, sampled().original).detail["basis_kind"]
    assert "of the linked original records, scaled up to this sample" in found.detail["basis"]


def test_its_own_weight_goes_first() -> None:
    release = with_maskings(sampled(w=np.array([8.0, 9.0])), RiskParameters())
    assert release.weights["w"].tolist() == [8, 9]
    assert not release.borrowed_weights


def test_without_all_links_no_weight_is_taken() -> None:
    for links in (None, np.array([0, -1])):
        release = with_maskings(replace(sampled(), links=links), RiskParameters())
        assert not release.weights
        assert outcome(global_risk, release).detail["basis_kind"] == "1/f"


def test_the_share_of_the_population_serves_where_no_weight_is() -> None:
    pair = paired(masked=pd.DataFrame({"a": [0.0, 1], "b": [0.0, 1], "s": [1.0, 2]}), links=np.array([0, 3]))
    told = RiskParameters(sampling_fraction=0.5)
    first = global_risk.compute(global_risk.prepare(pair.original, told))
    second = global_risk.compute(global_risk.prepare(with_maskings(pair, told), told))
    (original,), (sample,) = first, second
    # all records alone: p/(1-p) ln(1/p) with p = 1/2 and, of a sample of one half, 1/4
    assert original.value == pytest.approx(np.log(2))
    assert sample.value == pytest.approx(np.log(4) / 3)
    assert sample.value < original.value
    assert sample.detail["basis_kind"] == original.detail["basis_kind"]
    assert "50% of the population, of which this file holds 50%" in sample.detail["basis"]


def test_only_what_was_done_to_the_keys_counts() -> None:
    assert treatment({"s": Masking.NOISE}, {"s"}, ("a", "b")) is Treatment.UNPERTURBED
    assert treatment({"s": Masking.SYNTHETIC}, (), ("a",)) is Treatment.UNPERTURBED
    assert treatment({}, {"a"}, ("a", "b")) is Treatment.PERTURBED


@pytest.mark.parametrize("kind", [Masking.SYNTHETIC, Masking.MICROAGGREGATE, Masking.NOISE])
def test_values_that_differ_are_explained_by_what_is_declared(kind: Masking) -> None:
    for declared, unexplained in (({"a": kind}, False), ({}, True)):
        file = Release("m.csv", 1, {}, maskings=declared, perturbed=frozenset({"a"}))
        sentences = why_not_valid(Basis.FREQUENCIES, ("a",), file)
        assert any("is not declared" in sentence for sentence in sentences) is unexplained
