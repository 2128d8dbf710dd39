"""A page is read in a minute: at most 250 words before anything is opened, however many versions there are."""

import re

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1.element_tree import Block

from tests.pages.conftest import PAGES

OPENED = ("expander", "popover", "dialog", "vertical_dialog")
PICTURES_AND_TABLES = ("arrow_data_frame", "arrow_table", "plotly_chart")
PROSE = ("markdown", "caption", "title", "header", "subheader", "info", "warning", "error", "success")
OF_AN_UPLOADER = 3
"""Words of its own: Upload, and how much a file may hold."""

MARKS = re.compile(r":[a-z-]+\[|:material/\w+:|\]|<[^>]*>")


def words_of(block: Block) -> int:
    """Count the words that are read: prose, captions, labels of controls; not what is folded away, tables or charts."""
    return sum(map(_words, block.children.values()))


def _words(element) -> int:
    if isinstance(element, Block):
        folded = element.type in OPENED
        label = getattr(element, "label", "") or getattr(getattr(element.proto, "popover", None), "label", "")
        return (_count(label) if folded else 0) + (0 if folded else words_of(element))
    if element.type in PICTURES_AND_TABLES or str(getattr(element, "key", "") or "").startswith("drawn_in"):
        return 0
    said = element.value if element.type in PROSE else getattr(element, "label", "")
    return _count(str(said or "")) + (OF_AN_UPLOADER if element.type == "file_uploader" else 0)


def _count(text: str) -> int:
    return len([word for word in MARKS.sub(" ", text).split() if re.search("[A-Za-z]", word)])


@pytest.mark.parametrize("page", [page for page in PAGES if page != "laboratory"])
def test_a_page_of_the_worked_example_holds_at_most_250_words(reader_of_example, page) -> None:
    reader_of_example.go(page)
    assert 30 < words_of(reader_of_example.app.main) <= 250


@pytest.mark.slow
def test_set_up_holds_at_most_250_words_with_23_versions_that_all_need_an_answer(bring) -> None:
    random = np.random.default_rng(5)
    original = pd.DataFrame({"age": random.integers(18, 80, 60), "sex": random.choice(["f", "m"], 60)})
    files = {"original.csv": original.to_csv(index=False).encode()}
    for number in range(23):
        shuffled = original.apply(random.permutation)
        files[f"version_{number}.csv"] = shuffled.to_csv(index=False).encode()
    user = bring(files)
    user.run()
    assert "23 things need you" in user.text()
    assert words_of(user.app.main) <= 225, "other files have more to say of how they were read"
