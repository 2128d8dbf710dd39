"""Columns as they lie in memory: in the fewest bytes from which the same numbers come back, to the last bit."""

# Arrow's dictionary columns have indices of four bytes: a million whole numbers 0-99 take 4.1 MB there and 1.0 here, at
# the same speed; numbers that nearly all differ take 12.0 MB there, and 8.0 as they are.
from core.data.packed.codes import is_row_by_row, mapped_codes, packed_codes, packed_links
from core.data.packed.numbers import (
    distinct_numbers,
    numbers_by_code,
    packed_numbers,
    packed_parts,
    places_among,
    ranked_numbers,
    without_numbers,
)
from core.data.packed.packed_fields import store_of, stored_packed
from core.data.packed.stores import (
    CHUNK,
    NO_WHOLE,
    PACKED_FROM,
    PackedCodes,
    PackedDecimals,
    PackedNumbers,
    RowByRow,
    Store,
    Translated,
    cells_of,
    chunks,
    code_type,
    codes_counted,
    codes_of,
    contents,
    in_chunks,
    largest_in,
    length,
    missing_in,
    no_numbers,
    taken,
    unpacked,
)
