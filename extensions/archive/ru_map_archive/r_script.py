"""An R script that computes figures of a run again by sdcMicro, synthpop and survey, with what is expected beside it.

How these programs compute was compared with sdcMicro 5.8.1, synthpop 1.9-2 and survey 4.1 (tests against their own
figures); only what has the same definition there is written. The script itself is not run here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from rumap.exporting import (
    CONFIDENTIAL,
    VERSION,
    Assessment,
    Comparison,
    DiscoDetail,
    EstimateDetail,
    IndicatorDetail,
    KeySetDetail,
    ReportError,
    Result,
    RiskDetail,
    SudaDetail,
    detail_of,
)

READERS = {
    ".csv": "read.csv({file}, check.names = FALSE)",
    ".tsv": "read.delim({file}, check.names = FALSE)",
    ".sav": "as.data.frame(haven::read_sav({file}))",
    ".dta": "as.data.frame(haven::read_dta({file}))",
    ".parquet": "as.data.frame(arrow::read_parquet({file}))",
    ".feather": "as.data.frame(arrow::read_feather({file}))",
    ".xlsx": "as.data.frame(readxl::read_excel({file}))",
    ".rds": "readRDS({file})",
}
COUNTS = {"k_violations_2": "< 2", "k_violations_3": "< 3", "k_violations_5": "< 5", "sample_uniques": "== 1"}
KEYS_TAKEN = {
    "wildcard": "lapply(x[keys], factor)",  # a missing value is like all, as freqCalc has it
    "category": "lapply(x[keys], function(v) addNA(factor(v)))",
}
MODELS = {"main": 0, "pairs": 1}
STATISTICS = {"mean": "svymean", "total": "svytotal", "share": "svymean"}


def write_r_script(comparison: Comparison, scenario: str = "") -> str:
    """Return the script.

    Parameters
    ----------
    comparison : Comparison
        Figures that were not measured, or have another definition in these programs, are left out.
    scenario : str
        The masked file that it is about; empty: all.

    Raises
    ------
    ReportError
        Nothing in it can be computed again by these programs.
    """
    original = comparison.original
    files = [file for file in comparison.files if file is original or scenario in ("", file.name)]
    parts = [_of_file(comparison, file, file is original) for file in files]
    if not any(parts):
        raise ReportError(
            "nothing in these results is computed alike by sdcMicro, synthpop or survey: measure group sizes of keys, "
            "special uniques, DiSCO, propensity scores of main effects or pairs, or declared indicators"
        )
    return "\n".join([*_head(comparison), *(line for part in parts for line in part)]) + "\n"


def _head(comparison: Comparison) -> list[str]:
    return [
        f"# {CONFIDENTIAL}; it holds counts of the original.",
        f"# Figures of R-U Map {VERSION} computed again in R; behind each line stands what is expected.",
        "# Before: set codes that stand for missing values to NA, as the codebook says, and recode the original where",
        "# the masked file was recoded. Agreement was shown with sdcMicro 5.8.1, synthpop 1.9-2 and survey 4.1.",
        "library(sdcMicro)",
        "library(synthpop)",
        "library(survey)",
        "",
        f"original <- {_read(comparison.original.file)}",
    ]


def _of_file(comparison: Comparison, file: Assessment, is_original: bool) -> list[str]:
    lines = [line for keyset in comparison.keysets for line in _of_keys(file, keyset.name)]
    if not is_original:
        lines += [line for keyset in comparison.keysets for line in _of_disclosure(file, keyset.name)]
        lines += [*_of_propensity(comparison, file), *_of_indicators(file)]
    if not lines:
        return []
    table = "original" if is_original else _read(file.file)
    return ["", f"## {_comment(file.name)}: {file.rows:,} records", f"x <- {table}", *lines]


def _of_keys(file: Assessment, keyset: str) -> Iterator[str]:
    counts = [(outcome, test) for id_, test in COUNTS.items() if (outcome := _result(file, id_, keyset))]
    if counts:
        yield from _of_groups(file, keyset, counts)
    if (suda := _result(file, "dis_suda_mean", keyset)) is not None:
        yield from _of_special_uniques(suda)


def _of_groups(file: Assessment, keyset: str, counts: Sequence[tuple[Result, str]]) -> Iterator[str]:
    """Yield how many records share their key values with few; with the risks that follow."""
    first = detail_of(counts[0][0], KeySetDetail)
    taken = KEYS_TAKEN.get(first.get("missing", ""))
    if taken is None:
        return
    risk = _result(file, "global_risk", keyset)
    basis = detail_of(risk, RiskDetail) if risk is not None else {}
    weight = str(basis.get("weight") or "")
    yield f"# {_comment(keyset)}"
    yield f"keys <- {_vector(first['keys'])}"
    yield "y <- x"
    yield f"y[keys] <- {taken}"
    yield f"f <- freqCalc(y, keyVars = match(keys, names(y)), w = {_place(weight)})"
    for outcome, test in counts:
        yield f"sum(f$fk {test})  # expected: {outcome.value * outcome.n:.0f} of {outcome.n:,}"
    if risk is not None and basis.get("basis_kind") in ("1/f", f"weight {weight}"):
        exact = "; by the exact formula, sdcMicro approximates it from three records alike on" if weight else ""
        formula = "indivRisk(f)$rk" if weight else "1 / f$fk"
        yield f"sum({formula})  # expected: {_number(risk.value * risk.n)}{exact}"


def _of_special_uniques(suda: Result) -> Iterator[str]:
    detail = detail_of(suda, SudaDetail)
    if detail["score"] != "suda2" or len(detail["keys"]) < 3:  # sdcMicro adds keys of its own to two
        return
    fraction = _number(detail["sampling_fraction"])
    yield f"keys <- {_vector(detail['keys'])}"
    yield "y <- x"
    yield "y[keys] <- lapply(x[keys], function(v) as.numeric(factor(v)))"
    yield f"s <- suda2(y, variables = keys, DisFraction = {fraction})"
    yield f"mean(s$disScore)  # expected: {_number(suda.value)}"


def _of_disclosure(file: Assessment, keyset: str) -> Iterator[str]:
    disco = _result(file, "disco", keyset)
    if disco is None or _recoded(file):
        return
    detail = detail_of(disco, DiscoDetail)
    unique = _result(file, "uniques_replicated", keyset)
    replicated = f"repU {_number(100 * unique.value)}, " if unique is not None else ""
    for target, agreed in detail["by_variable"].items():
        yield f"disclosure(x, original, keys = {_vector(detail['keys'])}, target = {_text(target)})"
        yield f"# expected: {replicated}DiSCO {_number(100 * agreed['disco'])} (per cent)"


def _of_propensity(comparison: Comparison, file: Assessment) -> Iterator[str]:
    model = comparison.plan["parameters"].get("propensity", {}).get("model")
    outcome = _result(file, "propensity")
    if outcome is None or model not in MODELS or outcome.weighting is not None or _recoded(file):
        return
    names = [v.name for v in file.variables if v.status == "kept"]
    yield f"v <- {_vector(names)}"
    yield f'utility.gen(x[v], original[v], method = "logit", maxorder = {MODELS[model]})'
    yield f"# expected: pMSE {_number(outcome.value)}"


def _of_indicators(file: Assessment) -> Iterator[str]:
    for outcome in file.of("indicator"):
        if not isinstance(outcome, Result):
            continue
        detail = detail_of(outcome, IndicatorDetail)
        if detail["statistic"] not in (*STATISTICS, "ratio"):
            continue
        yield f"# {_comment(' '.join(outcome.target))}; standard errors need ids and strata of your design"
        for table, estimate in (("original", detail["original"]), ("x", detail["masked"])):
            yield from _of_estimate(table, detail, estimate)


def _of_estimate(table: str, detail: IndicatorDetail, estimate: EstimateDetail | None) -> Iterator[str]:
    if estimate is None:
        return
    weights = _formula(_name(detail["weight"])) if detail["weight"] else "~1"
    group = f"[{_equal(table, detail['by'], detail['level'])}, ]" if detail["by"] and detail["level"] else ""
    yield f"d <- svydesign(ids = ~1, weights = {weights}, data = {table}{group})"
    variable = _name(detail["variable"])
    if detail["statistic"] == "ratio":
        denominator = _formula(_name(detail["denominator"] or ""))
        call = f"svyratio({_formula(variable)}, {denominator}, d, na.rm = TRUE)"
    else:
        of = f"I(as.character({variable}) == {_text(detail['category'])})" if detail["category"] else variable
        call = f"{STATISTICS[detail['statistic']]}({_formula(of)}, d, na.rm = TRUE)"
    yield f"{call}  # expected: {_number(estimate['estimate'])}"


def _result(file: Assessment, measure: str, *target: str) -> Result | None:
    outcome = file.outcome(measure, target)
    return outcome if isinstance(outcome, Result) else None


def _recoded(file: Assessment) -> bool:
    """Whether the original was recoded like the file before they were compared: the script has it as it is."""
    return any(v.status != "kept" for v in file.variables)


def _read(file: str) -> str:
    reader = READERS.get(PurePath(file).suffix.lower())
    return reader.format(file=_text(file)) if reader else f"stop({_text(f'read {file} into a data frame here')})"


def _number(x: float) -> str:
    return f"{x:.10g}"


def _vector(names: Sequence[str]) -> str:
    return f"c({', '.join(map(_text, names))})"


def _place(weight: str) -> str:
    return f"match({_text(weight)}, names(y))" if weight else "NULL"


def _equal(table: str, variable: str, level: str) -> str:
    return f"which(as.character({table}[[{_text(variable)}]]) == {_text(level)})"


def _text(text: str) -> str:
    """Return a text as R writes it, in ASCII: no name ends its quotes or its line."""
    return "".join(c if c.isascii() else f"\\U{ord(c):08X}" for c in json.dumps(text, ensure_ascii=False))


def _formula(right: str) -> str:
    """Return a formula; where a name is not plain as a text that R parses: it takes no escapes in backticks."""
    formula = f"~{right}"
    return formula if formula.isascii() and formula.isprintable() else f"as.formula({_text(formula)})"


def _name(variable: str) -> str:
    """Return a variable's name for a formula."""
    return "`" + variable.replace("\\", "\\\\").replace("`", "\\`") + "`"


def _comment(text: str) -> str:
    return _text(text)[1:-1]
