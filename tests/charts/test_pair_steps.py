from core.charts import pair_steps_figure
from core.views.gdu_diagnosis import StepShare

STEPS = (StepShare("none", 13, 1.0, 0.0), StepShare("strength", 30, 0.89, 0.04), StepShare("one", 2, 0.0, 0.02))


def test_parts_stand_end_to_end_and_are_told_in_words():
    figure = pair_steps_figure(STEPS)
    assert [(b.base[0], b.x[0]) for b in figure.data] == [(0, 13), (13, 30), (43, 2)]
    assert tuple(figure.layout.xaxis.range) == (0, 45)
    words = [a.text for a in figure.layout.annotations]
    assert "strength compared (0.89)" in words[1]
    assert "one file only: lost" in words[2]


def test_a_thin_part_carries_no_number():
    assert [b.text[0] for b in pair_steps_figure(STEPS).data] == ["13", "30", ""]


def test_no_pairs_are_said():
    assert "no pair" in pair_steps_figure(()).layout.annotations[0].text
