"""A name that nobody knows, and the one that may be meant."""

import pytest

from core.wording import did_you_mean


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("GDU", " (did you mean 'gdu'?)"),
        ("gud", " (did you mean 'gdu'?)"),
        ("Global risk", " (did you mean 'global_risk'?)"),
        ("utility of it all", " (did you mean 'gdu'?)"),
        ("xyz", ""),
        (None, ""),
    ],
)
def test_the_nearest_name_is_meant(name, said):
    assert did_you_mean(name, ["gdu", "global_risk"], {"Utility of it all": "gdu", "None": "what is not known"}) == said
