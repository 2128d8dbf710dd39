import numpy as np
import pytest

from core.data import FileKind, Masking, Role, read_codebook, write_codebook
from core.masking import csv_bytes
from core.masking.worked_example import example_codebook, example_notes, voters, women
from core.pairing import pair
from core.statistics.tables.frequencies import wildcard_frequencies

EXAMPLES = {"voters": voters, "women": women}


@pytest.fixture(scope="module", params=EXAMPLES)
def example(request):
    return EXAMPLES[request.param]()


def frequencies(file, keys):
    codes = np.column_stack([file.columns[key].categories()[0] for key in keys])
    return wildcard_frequencies(codes, None).sample


def scenario(example, name):
    return next(s for s in example.scenarios if s.name == name)


def test_the_originals_are_the_published_data(example) -> None:
    original = example.original
    sizes = {1996: (944, 11), 1974: (6366, 9)}
    assert (original.n_records, len(original.columns)) == sizes[example.seed]
    if example.seed == 1996:
        ages = original.columns["age"].numbers
        assert (ages.min(), ages.max(), ages.mean()) == (19, 91, pytest.approx(47.043432, abs=1e-6))


def test_names_files_and_notes(example) -> None:
    names = [s.name for s in example.scenarios]
    assert len(set(names)) == len(names) == 12
    assert len({s.microdata.name for s in example.scenarios}) == 12
    assert set(example.notes) == set(names)
    assert all(note.endswith(".") for note in example.notes.values())


def test_every_scenario_differs_from_the_original_and_from_the_others(example) -> None:
    kept = [list(s.microdata.columns) for s in example.scenarios]
    assert all(set(names) <= set(example.original.columns) for names in kept)
    hashes = {example.original.sha256, *(s.microdata.sha256 for s in example.scenarios)}
    assert len(hashes) == 13


def test_what_is_declared_as_masked_is_what_changed(example) -> None:
    for s in example.scenarios:
        if s.declaration.linked == "none":
            assert set(s.declaration.masking.values()) == {Masking.SAMPLE}
            continue
        changed = set()
        for variable in example.codebook.variables:
            if variable.role is Role.EXCLUDED:
                continue
            masked = s.microdata.columns.get(variable.name)
            if masked is None or not _same(example.original.columns[variable.name], masked):
                changed.add(variable.name)
        assert changed == set(s.declaration.masking) or (
            # suppression may spare a key altogether
            changed < set(s.declaration.masking)
            and {s.declaration.masking[v] for v in set(s.declaration.masking) - changed} == {Masking.SUPPRESS}
        )


def _same(one, other) -> bool:
    codes, labels = one.categories()
    other_codes, other_labels = other.categories()
    return labels == other_labels and bool((codes == other_codes).all())


@pytest.mark.parametrize("k", [3, 5])
def test_k_is_reached_on_every_key_set(example, k) -> None:
    masked = scenario(example, f"Suppressed to k = {k}").microdata
    for keyset in example.codebook.keysets:
        assert frequencies(masked, keyset.variables).min() >= k
        assert frequencies(example.original, keyset.variables).min() == 1


def test_microaggregated_voters_come_in_fives() -> None:
    example = voters()
    masked = scenario(example, "Microaggregated in fives").microdata
    assert frequencies(masked, example.codebook.keysets[0].variables).min() >= 5


def test_swapped_values_are_the_original_ones(example) -> None:
    swapped = scenario(example, "Ranks swapped within 10%")
    for name in swapped.declaration.masking:
        original = example.original.columns[name].numbers
        assert (np.sort(swapped.microdata.columns[name].numbers) == np.sort(original)).all()


def test_the_sample_is_a_fifth_and_not_linked(example) -> None:
    sample = scenario(example, "20% sample")
    assert sample.microdata.n_records == round(0.2 * example.original.n_records)
    assert sample.declaration.linked == "none"
    assert all(s.declaration.linked == "row" for s in example.scenarios if s is not sample)


def test_the_derived_variable_is_in_no_masked_file() -> None:
    example = voters()
    assert example.codebook.variable("logpopul").role is Role.EXCLUDED
    assert not any("logpopul" in s.microdata.columns for s in example.scenarios)


def test_the_codebook_survives_being_written(example) -> None:
    written = write_codebook(example.codebook)
    assert read_codebook(written) == example.codebook
    assert write_codebook(read_codebook(written)) == written
    assert [v.name for v in example.codebook.variables] == list(example.original.columns)
    assert all(v.label for v in example.codebook.variables)
    for name, labels in example.original.value_labels.items():
        assert set(example.original.columns[name].categories()[1]) <= set(labels)


def test_the_same_bytes_on_every_call(example) -> None:
    again = EXAMPLES["voters" if example.seed == 1996 else "women"]()
    assert csv_bytes(again.original) == csv_bytes(example.original)
    for first, second in zip(example.scenarios, again.scenarios, strict=True):
        assert csv_bytes(first.microdata) == csv_bytes(second.microdata)
        assert first.microdata.sha256 == second.microdata.sha256


def test_every_scenario_pairs_with_its_original(example) -> None:
    sources = set()
    for s in example.scenarios:
        paired = pair(example.original, s, example.codebook)
        assert not [v.name for v in paired.variables if v.problem]
        assert paired.added == ()
        assert (paired.links is None) == (s.declaration.linked == "none")
        for v in paired.variables:
            if v.recode is None or v.masked is None:
                continue
            sources.add(v.recode_source)
            present = ~v.masked.is_missing()
            assert (v.recoded.values[present] == v.masked.values[present]).all()
    assert sources == {"declared", "inferred"}


def test_the_synthetic_example_sets_a_third_aside_and_makes_no_file_of_it() -> None:
    codebook, notes = example_codebook("synthetic"), example_notes("synthetic")
    assert (
        list(notes)
        == [d.name for d in codebook.scenarios]
        == ["Regressions", "Trees (CART)", "Joint normal", "Verbatim copy"]
    )
    assert {(d.kind, d.linked) for d in codebook.scenarios} == {(FileKind.SYNTHETIC, "none")}
    assert all(set(d.masking) == {v.name for v in codebook.variables} for d in codebook.scenarios)
