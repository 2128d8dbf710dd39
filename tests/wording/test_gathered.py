"""What is said of several variables alike is said once."""

from core.wording import gathered


def test_sentences_that_differ_in_counts_only_are_one_with_ranges() -> None:
    said = [
        ("a", "holds numbers (1,200 cells) and text (7 cells, 'N')"),
        ("b", "holds numbers (900 cells) and text (7 cells, 'N')"),
        ("c", "holds numbers (900 cells) and text (7 cells, 'M')"),
    ]
    assert gathered(said) == [
        (("a", "b"), "holds numbers (900 to 1,200 cells) and text (7 cells, 'N')"),
        (("c",), "holds numbers (900 cells) and text (7 cells, 'M')"),
    ]


def test_other_numbers_are_values_and_stay() -> None:
    said = [("a", "'2019' stands for missing"), ("b", "'2020' stands for missing"), ("c", "'2019' stands for missing")]
    assert gathered(said) == [(("a", "c"), "'2019' stands for missing"), (("b",), "'2020' stands for missing")]


def test_nothing_said_is_nothing() -> None:
    assert gathered([]) == []
