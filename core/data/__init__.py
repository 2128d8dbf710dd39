"""What the files hold: variables, codebook, microdata, recodes, scenarios, pairs; all immutable."""

from core.data.codebook import (
    NO_LINK,
    ROW_LINK,
    Codebook,
    DeclaredCodebook,
    KeySet,
    ScenarioDeclaration,
    link_by,
    names_of_link,
)
from core.data.codebook_toml import CodebookTables, codebook_from, declared_from, read_codebook, read_declared_codebook
from core.data.codebook_writing import USES_HINT, write_codebook
from core.data.coded import Coded
from core.data.differential_privacy import DifferentialPrivacy
from core.data.file_kind import FileKind
from core.data.formula import Formula, Leaf, token
from core.data.microdata import MISSING_TOKENS, Column, Microdata, category_text, codes_among
from core.data.numbers import is_number, number_label
from core.data.packed import (
    CHUNK,
    NO_WHOLE,
    PACKED_FROM,
    PackedCodes,
    PackedDecimals,
    PackedNumbers,
    Store,
    Translated,
    cells_of,
    chunks,
    code_type,
    codes_counted,
    codes_of,
    distinct_numbers,
    in_chunks,
    is_row_by_row,
    largest_in,
    length,
    mapped_codes,
    missing_in,
    no_numbers,
    numbers_by_code,
    packed_codes,
    packed_numbers,
    packed_parts,
    places_among,
    ranked_numbers,
    store_of,
    stored_packed,
    taken,
    unpacked,
    without_numbers,
)
from core.data.pair import Pair, PairedVariable
from core.data.pair_memory import extra_bytes, without_records
from core.data.pair_weights import PairGroups, PairWeights
from core.data.population import PopulationFile, population_file, proposed_count
from core.data.recode import Bands, Cap, CategoryMap, Closed, Recode
from core.data.relation import Relation, RelationKind
from core.data.release import KeysFound, PopulationCounts, Release
from core.data.sample_design import (
    ReplicateDeclaration,
    ReplicateMethod,
    ReplicateWeights,
    SampleDesign,
    Unit,
    nested_units,
)
from core.data.scenario import Scenario
from core.data.study_document import (
    DocumentedFile,
    DocumentedVariable,
    StatedStatistic,
    StudyDocument,
    study_of,
)
from core.data.toml_text import read_toml, toml_value
from core.data.uses import NO_USES, Indicator, MagnitudeTable, Model, PublishedTable, Regression, Scale, Statistic, Uses
from core.data.validation import described, required_keys, validated
from core.data.variable import COMPARED_ROLES, Level, MarkedNumber, Masking, Role, Variable
from core.data.written_forms import (
    ALWAYS_WRITTEN,
    Count,
    Day,
    Digest,
    OpenEnd,
    OptionalDigest,
    WrittenAs,
    described_as,
    limits,
    written_as,
)
