from pages.components.flags_in_words import flags_in_words


def test_flags_that_say_the_same_are_one_line() -> None:
    found = flags_in_words(["recoded: age", "type changed: age, continuous to ordinal", "recoded: in<come"])
    assert found == [
        "Recoded in the masked file: age; in\\<come.",
        "The level of measurement changed: age\\, continuous to ordinal.",
    ]


def test_an_unknown_flag_is_shown_escaped() -> None:
    assert flags_in_words(["![x](y)"]) == ["\\!\\[x\\]\\(y\\)"]


def test_every_flag_of_the_engine_has_words() -> None:
    import inspect
    import re

    from core.utility.gdu import bivariate, prepared_variable, recoding, univariate
    from pages.components.flags_in_words import MEANING

    source = "".join(inspect.getsource(m) for m in (bivariate, prepared_variable, recoding, univariate))
    for start in MEANING:
        if not start.startswith(("more than", "one file")):
            assert re.search(re.escape(start), source), start
