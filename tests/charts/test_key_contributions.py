import pytest

from core.charts import key_contributions_figure


def test_bars_stand_in_the_given_order():
    original, masked = key_contributions_figure(
        ["age", "area"], {"age": 0.8, "area": 0.5}, {"age": 0.25, "area": 0}
    ).data
    assert list(original.x) == [0.8, 0.5]
    assert list(masked.x) == [0.25, 0]
    assert list(masked.text) == ["25%", "0%"]
    assert original.y[0] < masked.y[0] < original.y[1]


def test_a_key_that_was_not_released_is_said():
    _, masked = key_contributions_figure(["age", "area"], {"age": 0.8, "area": 0.5}, {"age": 1.0}).data
    assert masked.text[1] == "not in the masked file"
    assert "not in the masked file" in masked.hovertext[1]


@pytest.mark.parametrize("dark", [False, True])
def test_names_are_escaped_and_shortened(dark):
    name = "<b>a key variable with a long name</b>"
    figure = key_contributions_figure([name], {name: 1.0}, {name: 1.0}, dark=dark)
    assert figure.layout.yaxis.ticktext[0].startswith("&lt;b&gt;")
    assert "<b>a key" not in figure.layout.yaxis.ticktext[0]
    assert "&lt;b&gt;a key variable" in figure.data[0].hovertext[0]
    assert list(figure.layout.yaxis.range) == [0.5, -0.5]
