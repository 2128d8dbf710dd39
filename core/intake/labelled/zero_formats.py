"""Display formats of statistical programs that show leading zeros: what is stored is a number, what is meant a code."""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.data import number_label
from core.intake.formats import Format
from core.intake.number_cells import Converted
from core.intake.text_cells import encode_texts, keep_texts
from core.intake.workbook.number_formats import DIGIT, Template, codes_question, filled_in, shows_codes

ZEROS = {
    Format.SPSS: re.compile(r"N(\d{1,2})(?:\.0)?"),
    Format.SPSS_PORTABLE: re.compile(r"N(\d{1,2})(?:\.0)?"),
    Format.STATA: re.compile(r"%0(\d{1,2})[.,]0[fg]c?"),
    Format.SAS: re.compile(r"Z(\d{1,2})\.?0?", re.IGNORECASE),
    Format.SAS_TRANSPORT: re.compile(r"Z(\d{1,2})\.?0?", re.IGNORECASE),
}
"""Formats that fill a number up with zeros, by how many digits."""
SOCIAL_SECURITY = re.compile(r"SSN(?:11)?\.?", re.IGNORECASE)
"""SAS shows nine digits as 000-00-0000."""


def zeros_shown(form: Format, storage: str | None, values: NDArray[np.float64]) -> Template | None:
    """Return what a display format shows of numbers with leading zeros; None where it shows none of these so.

    Negative numbers, which no code is, are often reasons for missing values: they are left as they are.
    """
    template = _template(form, storage or "")
    numbers = np.unique(values[values >= 0]).tolist()
    return template if template and shows_codes(template, numbers) else None


def _template(form: Format, storage: str) -> Template | None:
    if form in {Format.SAS, Format.SAS_TRANSPORT} and SOCIAL_SECURITY.fullmatch(storage):
        return (*[DIGIT] * 3, "-", *[DIGIT] * 2, "-", *[DIGIT] * 4)
    shown = ZEROS[form].fullmatch(storage)
    return (DIGIT,) * int(shown[1]) if shown else None


def shown_code(template: Template, value: float) -> str:
    """Return a number as its format shows it; one that does not fit in is no code."""
    fits = 0 <= value < 10 ** template.count(DIGIT) and value == int(value)
    return filled_in(template, int(value)) if fits else number_label(value)


def as_shown(name: str, values: NDArray[np.float64], template: Template, storage: str) -> Converted:
    """Return numbers as a column of codes with their zeros, and the question about it."""
    filled = ~np.isnan(values)
    distinct, inverse = np.unique(values[filled], return_inverse=True)
    places = np.zeros(len(values), dtype=np.int32)
    places[filled] = inverse
    texts = pa.array([shown_code(template, float(value)) for value in distinct], pa.string())
    coded = pa.DictionaryArray.from_arrays(pa.array(places, mask=~filled), texts)
    column, findings = keep_texts(name, encode_texts(coded))
    return column, [*findings, codes_question(name, storage, int(filled.sum()))]
