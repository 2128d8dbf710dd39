"""Original and masked file side by side: levels and roles proposed, variables matched, recodes found, coded alike."""

from core.pairing.coding.bands import assemble, band_labels, parse_band
from core.pairing.coding.categories import code_column
from core.pairing.coding.cells import read_original
from core.pairing.coding.columns import number_of, observed
from core.pairing.coding.control import with_control
from core.pairing.coding.design import design_of, weight_values
from core.pairing.coding.keys_found import shared_code_tables, shared_codes
from core.pairing.coding.magnitudes import why_not_computable
from core.pairing.coding.matching import similar_names
from core.pairing.coding.pairing import code_alike, code_release, pair
from core.pairing.coding.recode_words import recode_in_words
from core.pairing.coding.recoding import apply_recode, band_codes, cap_values
from core.pairing.coding.sets import pair_sets, released_alone
from core.pairing.documents.describing import describe
from core.pairing.documents.statistics import Disagreement, Summary, disagreements, summary
from core.pairing.proposals.cautions import Caution, cautions
from core.pairing.proposals.drafting import complete_codebook, draft_codebook
from core.pairing.proposals.hygiene import Leftover, leftovers
from core.pairing.relations.control import About, ControlFinding, control_findings
from core.pairing.relations.control_seen import control_doubt
from core.pairing.relations.judge import relation
from core.pairing.relations.sampled import kind_of_part
