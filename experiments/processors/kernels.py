"""What is decided on sums, on small data full of ties: every kernel that once hung on the last bits."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import csr_array

from core.masking.covariance_factor import covariance_factor
from core.masking.microaggregation_groups import mdav_groups, projection_groups
from core.statistics.attacks import (
    CodedVariable,
    RecordBlocks,
    SearchedFile,
    alone_in_their_place,
    linked_shares,
    matches,
    multivariate_predicates,
    nearest,
)
from core.statistics.covariance.minimum_determinant import minimum_covariance_determinant
from core.statistics.disclosure.population_uniques import pitman_parameters
from core.statistics.neighbours import (
    ClassAxis,
    Samples,
    k_means,
    mini_batch_k_means,
    quantile_classes,
    set_differences,
)
from core.statistics.neighbours.average_linkage import average_linkage, cut
from core.statistics.ordering import value_codes
from core.statistics.regression.logistic import fit_logistic
from core.statistics.regression.orthonormal_basis import orthonormal_basis, standardised_coefficients


def found() -> dict[str, Any]:
    """Return decisions (whole numbers) and figures (floats), JSON-ready."""
    random = np.random.default_rng(7)
    whole = random.integers(0, 4, (220, 7))
    points = np.unique(whole, axis=0) / np.sqrt([2.0, 3, 5, 7, 11, 13, 17])
    ones = np.ones(len(points))
    tree = average_linkage(points, ones)
    assert tree is not None
    columns, masked = _design(random)
    size = np.ones(len(masked), dtype=np.int64)
    basis = orthonormal_basis(columns, size)
    fit = fit_logistic(basis, masked, size)
    robust = minimum_covariance_determinant(points[:, :3], np.random.default_rng(1))
    factor = covariance_factor(points, tuple("abcdefg"), method="noise", remedy="")
    return {
        "linkage": {str(g): cut(tree, g).tolist() for g in (2, 5, 12, 40)},
        "heights": tree.height.tolist(),
        "k-means": k_means(points, ones, 9, 20, np.random.default_rng(1)).tolist(),
        "k-means in batches": mini_batch_k_means(csr_array(points), ones, 9, np.random.default_rng(1)).tolist(),
        "mdav": mdav_groups(points, 3).tolist(),
        "component": projection_groups(np.column_stack([points, -points]), 3, "first_component").tolist(),
        "estimable": basis.estimable.tolist(),
        "propensity": fit.value,
        "coefficients": np.nan_to_num(standardised_coefficients(basis, fit.coefficients, columns.shape[1])).tolist(),
        "robust": None if robust is None else robust.tolist(),
        "factor": factor.tolist(),
        "factor, to the last bit": [x.hex() for x in factor.ravel().tolist()],
        **_attacked(random),
        "of few": _of_few(points),
        "pitman": list(pitman_parameters(np.minimum(random.zipf(1.7, 300), 500)) or ()),
    }


def _attacked(random: np.random.Generator) -> dict[str, Any]:
    """Return what attacks find among people as near as others, and predicates that meet limits exactly."""
    people, released = (random.integers(0, 5, (n, 6)) / np.array([4, 3, 7, 1, 11, 13.0]) for n in (60, 200))
    near = nearest(people, RecordBlocks.of(released), released[:, 2], people[:, 2], 0.05)
    file = SearchedFile.of(map(CodedVariable.of, released.T), np.ones(6, dtype=bool), np.arange(200))
    asked = multivariate_predicates(file, 40, 3, np.random.default_rng(3))
    counts = matches(file, asked)
    halves = RecordBlocks.of(released[:, :3]), RecordBlocks.of(released[:, 3:])
    return {
        "nearest": [near.first.tolist(), near.ties.tolist(), near.distance.tolist(), near.right.tolist()],
        "joined": linked_shares((people[:, :3], people[:, 3:]), halves, 5).tolist(),
        "predicates": [asked.columns.tolist(), asked.values.tolist(), counts.tolist()],
        "of a smaller control": alone_in_their_place(np.array([1, 1, 2]), np.array([0, 1, 4]), 1500, 2500).tolist(),
    }


def _of_few(points: np.ndarray) -> list[Any]:
    """Return the differences of two distribution functions of three variables at quantiles."""
    classes = [quantile_classes(value_codes(column), 8) for column in points.T[:3]]
    axes = [ClassAxis(c, int(c.max()) + 1, int(c.max()) + 1) for c in classes]
    own, others = np.ones(len(points), np.int32), (np.arange(len(points)) % 3)[:, None].astype(np.int32)
    found = set_differences(axes, own, Samples(axes, others), [(0, 1, 2)])[0]
    return [found.maximum.tolist(), found.mean_square.tolist(), list(found.cell)]


def _design(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return columns of which several follow from others, and which file each record is from."""
    whole = random.integers(0, 3, (400, 4)).astype(float)
    indicators = [(whole[:, 0] == c).astype(float) for c in range(3)]
    columns = np.column_stack([*indicators, whole, whole[:, 1] - whole[:, 2], whole[:, 1] * whole[:, 3]])
    return columns, (random.random(400) < 0.3 + 0.1 * whole[:, 1]).astype(np.int64)
