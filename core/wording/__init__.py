"""The words that people read: English in the code, in another language where a translation is given."""

from core.wording.translation import VARIABLE, _, counted, ngettext, read_translation

__all__ = ["VARIABLE", "_", "counted", "ngettext", "read_translation"]
