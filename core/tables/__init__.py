"""Tables of a pair of files coded alike: they add over blocks of records, and hold the jackknife groups apart."""

from core.tables.blockwise import Blockwise, Merging, blocks_in, blocks_of
from core.tables.both_files import Weights, codes_with_missing, files_of, record_weights
from core.tables.counted_tables import BothCounts, TablesAsked, asked, counted_tables, counted_variable
from core.tables.linked_groups import BothFiles, GroupedRecords, LinkedGroups, groups_of, linked_by_group
from core.tables.values import BothValues
from core.tables.variables import counted_values
