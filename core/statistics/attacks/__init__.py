"""Attacks on a released file: predicates that single out, nearest records, rates net of those on other people."""

from core.statistics.attacks.control_size import alone_in_their_place
from core.statistics.attacks.linked_parts import linked_shares, random_link_rate
from core.statistics.attacks.nearest_records import nearest
from core.statistics.attacks.predicate_search import multivariate_predicates, random_predicates, univariate_predicates
from core.statistics.attacks.predicates import CodedVariable, Predicates, SearchedFile, first_matches, matches
from core.statistics.attacks.record_order import (
    Hashes,
    RecordOrder,
    drawn_records,
    drawn_rows,
    record_hashes,
    record_order,
)
from core.statistics.attacks.records_in_blocks import Column, RecordBlocks, Rows
from core.statistics.attacks.success_rates import Rate, net_of
