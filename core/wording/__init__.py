"""The words that people read: English in the code, in another language where a translation is given."""

from core.wording.characters import is_invisible, is_text, written_out
from core.wording.figures import exact_percent, percent, trimmed_percent
from core.wording.gathered import gathered
from core.wording.lists import and_more, and_others, first_of, first_reason, listed
from core.wording.sentences import sentence_case
from core.wording.translation import VARIABLE, counted, one_or_many, read_translation
