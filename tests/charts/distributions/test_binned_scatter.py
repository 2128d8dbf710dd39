import numpy as np

from core.charts import binned_scatter_figure
from core.views.drill_down import pair_view


def test_both_files_share_bins_and_colour_scale(people):
    content = pair_view(people, "income", "age", cut="equal")
    original, masked = binned_scatter_figure(content).data
    assert (original.zmin, original.zmax) == (masked.zmin, masked.zmax)
    shares = np.nan_to_num(np.asarray(original.z, dtype=float)) ** 2
    assert np.allclose(shares, content.original / content.n_original, atol=1e-6)


def test_only_aggregates_are_sent(people, sent):
    content = pair_view(people, "income", "age", cut="equal")
    text, arrays = sent(binned_scatter_figure(content))
    assert max(len(a) for a in arrays) <= content.original.size
    assert not any(repr(float(x)) in text for x in people.variables[3].original.values)


def test_empty_cells_are_empty_not_pale(people):
    content = pair_view(people, "income", "age", cut="equal")
    z = np.asarray(binned_scatter_figure(content).data[0].z)
    assert np.array_equal(np.isnan(z), content.original == 0)


def test_without_masked_values_the_original_stands_alone(people):
    figure = binned_scatter_figure(pair_view(people, "gone", "age"))
    assert len(figure.data) == 1
    assert any("gone was removed" in a.text for a in figure.layout.annotations)
