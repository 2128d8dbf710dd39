"""The list of mutations fits the code (``make mutate`` tries them)."""

from experiments.mutation.mutants import ROOT, mutants


def test_every_mutation_stands_in_the_code_has_a_room_of_tests_and_changes_something():
    listed = mutants()
    assert len(listed) >= 190
    assert len({(m.file, m.before, m.after) for m in listed}) == len(listed)
    for each in listed:
        assert each.before != each.after
        assert (ROOT / "tests" / each.room).is_dir(), each.room
        assert each.kind
        assert each.place(ROOT), "or it says where the code has gone"
