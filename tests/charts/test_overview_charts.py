import numpy as np
import pytest

from core.assessment.catalogue import measure_by_id
from core.charts import biplot_figure, parallel_axes_figure, scenario_heatmap_figure
from core.views.overview import Overview, biplot
from core.views.risk_utility.axis import Axis


@pytest.fixture
def found():
    columns = (
        Axis(measure_by_id("gdu")),
        Axis(measure_by_id("aldu_bivariate")),
        Axis(measure_by_id("k_violations_3"), ("keys",)),
    )
    goodness = np.array([[0.9, 0.8, 0.5], [0.7, 0.9, 0.9], [0.2, 0.4, np.nan], [0.5, 0.5, 0.6]])
    values = goodness.copy()
    values[:, 2] = 1 - values[:, 2]
    reasons = (("", "", ""), ("", "", "counts do not see the noise"), ("", "", "no key"), ("", "", ""))
    return Overview(("<b>a</b>", "b", "c", "d"), columns, values, goodness, reasons, ())


def test_the_heatmap_writes_every_value_and_its_dagger(found):
    figure = scenario_heatmap_figure(found, chosen="b")
    cells, marks = figure.data
    assert (cells.zmin, cells.zmax) == (0, 1)
    assert list(marks.text)[:4] == ["90.0%", "70.0%", "20.0%", "50.0%"]
    assert list(marks.text)[8:] == ["50.0%", "(10.0%)", "–", "40.0%"]
    assert figure.layout.xaxis.ticktext[0] == "&lt;b&gt;a&lt;/b&gt;"
    assert figure.layout.xaxis.ticktext[1] == "<b>b</b>"
    assert "no key" in marks.hovertext[10]


def test_parallel_axes_leave_a_gap_where_there_is_no_value(found):
    figure = parallel_axes_figure(found, chosen="c")
    line = next(t for t in figure.data if t.customdata[0] == "c")
    assert line is figure.data[-1]  # on top
    assert np.isnan(line.y[2])
    assert line.connectgaps is False
    assert figure.data[0].opacity < 1


def test_the_biplot_places_scenarios_and_names_arrows(found):
    plane = biplot(found)
    figure = biplot_figure(found, plane)
    assert list(figure.data[0].x) == pytest.approx(plane.points[:, 0])
    texts = [a.text for a in figure.layout.annotations]
    assert "Global Data Utility" in texts
    assert "&lt;b&gt;a&lt;/b&gt;" in texts
    assert "Component 1" in figure.layout.xaxis.title.text
