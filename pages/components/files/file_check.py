"""One file's check: what was read and how, what could not be kept exactly, what the officer must confirm."""

import streamlit as st

from core.intake import Finding, Format, ReadReport, Severity
from core.wording import counted, one_or_many
from pages.components.escaping import md, plain
from pages.components.files.reading_choices import MARKS, read_differently
from pages.components.files.uploads import answer, can_be_read_again, remove
from pages.components.flags_in_words import lines_of
from pages.components.workspace import UploadedFile

FEW_WARNINGS = 3
"""More warnings than this are opened with a click."""
FEW_OPTIONS = 3
"""More ways to read a file than this are offered as a list, not as buttons."""
WORDS = {
    "encoding": "text encoding",
    "delimiter": "delimiter",
    "quote": "quotation mark",
    "decimal": "decimal mark",
    "thousands": "thousands mark",
    "header": "first row holds names",
    "header_row": "names in row",
    "sheet": "table",
    "multiline": "cells over several lines",
    "numbers": "read as numbers",
    "texts": "keep as written",
}


def file_check(file: UploadedFile, *, original: bool) -> None:
    """Show how one file was read; questions are answered in it, a refused text can be read differently."""
    name = "original" if original else file.name
    with st.container(gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.markdown(f"**{md(file.name)}**", width="content")
            with st.container(horizontal=True, width="content", vertical_alignment="center"):
                _badge(file)
                if not original:
                    st.button(
                        "Remove",
                        key=f"remove_{name}",
                        type="tertiary",
                        icon=":material/close:",
                        on_click=remove,
                        args=(file.name,),
                    )
        if file.refusal or file.reading is None:
            st.error(md(file.refusal, 800), icon=":material/block:")
            st.caption("Correct it and bring it in again; the other files stay.")
            if can_be_read_again(file):
                read_differently(file, original=original)
            return
        st.caption(
            f"{_how_read(file.reading.report)} · SHA-256 {file.reading.microdata.sha256[:12]} …",
            help=f"SHA-256 of the file's bytes: {file.reading.microdata.sha256}. Another value means another content.",
        )
        _findings(file, original)


def _badge(file: UploadedFile) -> None:
    if file.refusal or file.reading is None:
        st.badge("Refused", icon=":material/block:", color="red")
    elif not file.confirmed:
        st.badge("Please confirm", icon=":material/help:", color="orange")
    elif any(f.severity is Severity.WARNING for f in file.reading.report.findings):
        st.badge("Read, with warnings", icon=":material/warning:", color="orange")
    else:
        st.badge("Read", icon=":material/check:", color="green")


def _how_read(report: ReadReport) -> str:
    marks = [("delimiter", report.delimiter), ("decimal mark", report.decimal)]
    parts = [
        counted(report.n_rows, "record", "records"),
        counted(report.n_columns, "column", "columns"),
        md(report.format),
    ]
    kind = "sheet" if Format.WORKBOOK in report.format else "data frame"
    parts += [f"{kind} {md(report.sheet)}"] if report.sheet else []
    parts += [md(report.encoding)] if report.encoding else []
    parts += [f"{word} {MARKS.get(mark, md(mark))}" for word, mark in marks if mark is not None]
    return " · ".join(parts)


def _findings(file: UploadedFile, original: bool) -> None:
    assert file.reading is not None
    findings = file.reading.report.findings
    questions = [f for f in findings if f.severity is Severity.QUESTION]
    warnings = [f for f in findings if f.severity is Severity.WARNING]
    notes = [f for f in findings if f.severity is Severity.NOTE]
    if questions and not file.confirmed:
        _questions(file, questions, original)
    elif questions:
        notes = [*questions, *notes]
    warned = lines_of(map(_said, warnings))
    for line in warned[:FEW_WARNINGS]:
        st.markdown(f":orange[:material/warning:] {line}")
    rest = [*warned[FEW_WARNINGS:], *lines_of(map(_said, notes))]
    if rest:
        with st.expander(
            f"{len(rest)} more to know about this file"
            if warnings
            else one_or_many("{n} note on how it was read", "{n} notes on how it was read", len(rest)).format(
                n=len(rest)
            )
        ):
            for line in rest:
                st.markdown(f"- {line}")


def _questions(file: UploadedFile, questions: list[Finding], original: bool) -> None:
    name = "original" if original else file.name
    for i, finding in enumerate(questions):
        st.markdown(f":orange[:material/help:] {lines_of([_said(finding)])[0]}")
        if finding.choice and len(finding.alternatives) > FEW_OPTIONS:
            _long_list(file, finding, f"choose_{name}_{i}", original)
        elif finding.choice:
            with st.container(horizontal=True):
                for option in finding.alternatives:
                    st.button(
                        f"Use {WORDS.get(finding.choice, finding.choice)}: {md(MARKS.get(option, option))}",
                        key=f"choose_{name}_{i}_{option}",
                        on_click=_use,
                        args=(file, original, finding, option),
                    )
    st.button(
        "This reading is right",
        key=f"confirm_{name}",
        type="primary",
        icon=":material/check:",
        on_click=answer,
        args=(file.name, original),
    )


def _long_list(file: UploadedFile, finding: Finding, key: str, original: bool) -> None:
    """Offer many ways to read a file, such as the sheets of a workbook, as a list."""
    word = WORDS.get(finding.choice, finding.choice)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        option = st.selectbox(f"Other {word}", finding.alternatives, format_func=plain, key=f"{key}_list")
        st.button(f"Use this {word}", key=f"{key}_use", on_click=_use, args=(file, original, finding, option))


def _use(file: UploadedFile, original: bool, finding: Finding, option: str) -> None:
    """Read a file again by an alternative."""
    chosen = file.choices.with_answer(finding.choice, option)
    answer(file.name, original, **{finding.choice: getattr(chosen, finding.choice)})


def _said(finding: Finding) -> tuple[str, str]:
    return f"**{md(finding.column)}**" if finding.column else "", finding.message
