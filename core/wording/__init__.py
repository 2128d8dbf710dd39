"""How numbers, shares, lists and characters that do not show are written, everywhere alike."""

from core.wording.characters import is_invisible, is_text, written_out
from core.wording.counts import counted, one_or_many
from core.wording.figures import exact_percent, percent, trimmed_percent
from core.wording.gathered import gathered
from core.wording.lists import and_more, first_of, first_reason
from core.wording.sentences import sentence_case
from core.wording.suggestions import did_you_mean
