"""A histogram CART of two classes (Breiman, Friedman, Olshen and Stone 1984) on records whose variables are codes.

Splits are those that save most of the Gini impurity. Every record counts as often as it is there, and a split is
decided on whole numbers, exactly; of equal ones the first variable's, and of these the lowest code's, is taken. So a
tree depends neither on the order of the records nor on the processor. It is pruned to the smallest tree that minimises
impurity plus ``complexity`` times its leaves (section 3.3 there).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Counts, Floats, Integers
from core.statistics.reproducible import TOLERANCE
from core.statistics.trees.exact_fractions import larger_square

NodeCodes = NDArray[np.uint8] | NDArray[np.int32]

START, STOP, DEPTH, LEFT, RECORDS, HITS = range(6)
"""Columns of the table of nodes; LEFT is the left child's row, 0 for a leaf, and its sister stands in the next row."""


class CodedRecords(NamedTuple):
    """The m distinct records.

    Parameters
    ----------
    codes : uint8 or int32 array (m, q)
        From 0 on.
    nominal : bool array (q,)
        A split parts one code from all others; else the codes up to one from those above it.
    size : int64 array (m,)
        Records like each; at least 1, and below 2^31 in all.
    """

    codes: NodeCodes
    nominal: NDArray[np.bool_]
    size: Counts


class StoppingRule(NamedTuple):
    """Where a tree ends.

    Parameters
    ----------
    leaf, split : int
        Fewest records of a leaf, and of a node that is split.
    depth : int
        Most splits above a leaf.
    complexity : float
        Share of all impurity that a leaf must save.
    """

    leaf: int
    split: int
    depth: int
    complexity: float


class TreeScores(NamedTuple):
    """Share of the class in the leaf of each distinct record (m,), and the number of leaves."""

    scores: Floats
    leaves: int


def classification_tree(records: CodedRecords, hits: Counts, rule: StoppingRule) -> TreeScores:
    """Grow a tree, prune it, and score the records it was grown on.

    Parameters
    ----------
    records : CodedRecords
    hits : int64 array (m,)
        How many of the records like each belong to the class.
    rule : StoppingRule
    """
    n, k = int(records.size.sum()), int(hits.sum())
    least = rule.complexity * k * (n - k) / n
    most = np.asarray(records.codes.max(axis=0), dtype=np.int64) + 1
    order = np.arange(len(hits))
    nodes = np.zeros((_most_nodes(len(hits), rule), 6), dtype=np.int64)
    nodes[0] = 0, len(hits), 0, 0, n, k
    histogram = np.zeros((2, len(most), int(most.max())), dtype=np.int64)
    count = _grow(records, hits, order, nodes, histogram, rule, least)
    leaves = _prune(nodes[:count], least)
    return TreeScores(_scores(nodes, order), leaves)


def _most_nodes(m: int, rule: StoppingRule) -> int:
    """Nodes of one depth that are split hold more than ``complexity`` of all impurity each, and no more in all."""
    split = min(m, rule.depth * (int(1 / rule.complexity) + 1)) if rule.complexity > 0 else m
    return 2 * split + 1


@njit(cache=True, nogil=True)
def _grow(
    records: CodedRecords,
    hits: Counts,
    order: Integers,
    nodes: Integers,
    histogram: Counts,
    rule: StoppingRule,
    least: float,
) -> int:
    """Fill the table of nodes, parents before children; return how many there are."""
    count, node = 1, 0
    while node < count:
        if _may_be_split(nodes[node], rule, least):
            rows = order[nodes[node, START] : nodes[node, STOP]]
            feature, code = _best_split(records, hits, rows, nodes[node], histogram, rule.leaf)
            if feature >= 0:
                left = _partition(records, rows, feature, code)
                _add_children(nodes, node, count, left, records.size, hits, order)
                count += 2
        node += 1
    return count


@njit(cache=True, nogil=True)
def _may_be_split(node: Integers, rule: StoppingRule, least: float) -> bool:
    """Whether a split is allowed, and could save as much as a leaf must: less would be pruned again."""
    n, k = int(node[RECORDS]), int(node[HITS])
    if n < rule.split or n < 2 * rule.leaf or node[DEPTH] >= rule.depth:
        return False
    return k * (n - k) / n > least * (1 + TOLERANCE)


@njit(cache=True, nogil=True)
def _best_split(
    records: CodedRecords, hits: Counts, rows: Integers, node: Integers, histogram: Counts, leaf: int
) -> tuple[int, int]:
    """Return the variable and the code of the best split; -1 where no split leaves enough records on both sides.

    A split saves (k_l n_r - k_r n_l)^2 / (n_l n_r n) of k (n - k) / n, where n of a node's records are k of the class.
    """
    low, high = _count(records, hits, rows, histogram)
    n, k = int(node[RECORDS]), int(node[HITS])
    feature, chosen, best, parts = -1, -1, 0, 1
    for f in range(len(records.nominal)):
        n_left = k_left = 0
        for code in range(low[f], high[f] + 1):
            n_here, k_here = int(histogram[0, f, code]), int(histogram[1, f, code])
            histogram[0, f, code] = histogram[1, f, code] = 0
            if n_here == 0:
                continue
            if records.nominal[f]:
                n_left, k_left = n_here, k_here
            else:
                n_left, k_left = n_left + n_here, k_left + k_here
            n_right = n - n_left
            if n_left < leaf or n_right < leaf:
                continue
            gap, product = abs(k_left * n_right - (k - k_left) * n_left), n_left * n_right
            if feature < 0 or larger_square(gap, product, best, parts):
                feature, chosen, best, parts = f, code, gap, product
    return feature, chosen


@njit(cache=True, nogil=True)
def _count(records: CodedRecords, hits: Counts, rows: Integers, histogram: Counts) -> tuple[Integers, Integers]:
    """Count the records of each code, and those of the class; return the lowest and highest code of each variable."""
    q = len(records.nominal)
    low, high = np.full(q, histogram.shape[2]), np.full(q, -1)
    for row in rows:
        n, k = records.size[row], hits[row]
        for f in range(q):
            code = np.int64(records.codes[row, f])
            histogram[0, f, code] += n
            histogram[1, f, code] += k
            low[f], high[f] = min(low[f], code), max(high[f], code)
    return low, high


@njit(cache=True, nogil=True)
def _partition(records: CodedRecords, rows: Integers, feature: int, code: int) -> int:
    """Move the rows that go left before the others, in place; return how many."""
    left, right, nominal = 0, len(rows) - 1, records.nominal[feature]
    while left <= right:
        here = np.int64(records.codes[rows[left], feature])
        if here == code or (not nominal and here < code):
            left += 1
        else:
            rows[left], rows[right] = rows[right], rows[left]
            right -= 1
    return left


@njit(cache=True, nogil=True)
def _add_children(
    nodes: Integers, node: int, count: int, left: int, size: Counts, hits: Counts, order: Integers
) -> None:
    start, stop, depth = nodes[node, START], nodes[node, STOP], nodes[node, DEPTH] + 1
    n = k = np.int64(0)
    for row in order[start : start + left]:
        n += size[row]
        k += hits[row]
    nodes[node, LEFT] = count
    for child, first, last, records, of_class in (
        (count, start, start + left, n, k),
        (count + 1, start + left, stop, nodes[node, RECORDS] - n, nodes[node, HITS] - k),
    ):
        nodes[child, START], nodes[child, STOP], nodes[child, DEPTH], nodes[child, LEFT] = first, last, depth, 0
        nodes[child, RECORDS], nodes[child, HITS] = records, of_class


@njit(cache=True, nogil=True)
def _prune(nodes: Integers, least: float) -> int:
    """Cut back what does not save ``least`` a leaf; return the number of leaves."""
    cost, leaves = np.zeros(len(nodes)), np.ones(len(nodes), np.int64)
    for node in range(len(nodes) - 1, -1, -1):
        n, k, left = nodes[node, RECORDS], nodes[node, HITS], nodes[node, LEFT]
        cost[node] = k * (n - k) / n + least
        if left == 0:
            continue
        split = cost[left] + cost[left + 1]
        if cost[node] > split * (1 + TOLERANCE):
            cost[node], leaves[node] = split, leaves[left] + leaves[left + 1]
        else:
            nodes[node, LEFT] = 0
    return int(leaves[0])


@njit(cache=True, nogil=True)
def _scores(nodes: Integers, order: Integers) -> Floats:
    """Return the share of the class in the leaf of each record (m,)."""
    scores, waiting = np.empty(len(order)), [0]
    while waiting:
        node = waiting.pop()
        if nodes[node, LEFT]:
            waiting.append(nodes[node, LEFT])
            waiting.append(nodes[node, LEFT] + 1)
        else:
            scores[order[nodes[node, START] : nodes[node, STOP]]] = nodes[node, HITS] / nodes[node, RECORDS]
    return scores
