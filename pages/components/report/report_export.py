"""The report as a file: made in the background, watched, cancelled, saved; why where it could not be made."""

from dataclasses import replace

import streamlit as st

from core.assessment import Comparison
from core.execution import Job, JobState
from core.reports import Kind, Project, ShareOptions, export, project_format, project_formats, why_no_formats, why_not
from pages.components import task
from pages.components.decision_trail import noted
from pages.components.escaping import md
from pages.components.workspace import Export, change, current

LABELS = {
    "html": ("HTML, interactive", "text/html"),
    "docx": ("Word", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    "pdf": ("PDF", "application/pdf"),
    "xlsx": ("Spreadsheet", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    "json": ("JSON", "application/json"),
    "zip": ("Figures (SVG, PNG)", "application/zip"),
}


def exports(project: Project, kind: Kind, options: ShareOptions, judged: Comparison, *, ready: bool) -> None:
    """Offer the report in every format; show how far the one that was asked for is."""
    about = _about(project, kind, options)
    job, shown = received_export(), current().export
    busy = job is not None and job.active
    lacking = {form: why for form in LABELS if (why := why_not(form))}
    with st.container(horizontal=True):
        for form in (*LABELS, *(brought.id for brought in project_formats(kind))):
            st.button(
                _label(form, kind)[0],
                icon=":material/draft:",
                disabled=busy or not ready or form in lacking,
                on_click=_start,
                args=(project, kind, options, judged, form),
                key=f"report_{form}",
            )
    st.caption("Made in the background; you can go on working, on any page.")
    for form, why in lacking.items():
        st.caption(f"{LABELS[form][0]} cannot be made: {md(why, 400)}; the other formats can.")
    if why := why_no_formats():
        st.caption(f"More formats: {md(why, 400)}.")
    if shown is not None and (busy or shown.about == about):
        _progress_or_file(shown, ready=ready)


def _label(form: str, kind: Kind) -> tuple[str, str, str]:
    """Return what a format is called, its media type, and how names of its files end."""
    if form in LABELS:
        return (*LABELS[form], f".{form}")
    brought = project_format(form, kind)
    return brought.label, brought.media_type, brought.ending


def _about(project: Project, kind: Kind, options: ShareOptions) -> tuple[object, ...]:
    """Return what a report is made from; saving it adds to the trail, which makes it no other report."""
    return replace(project.record, trail=()), project.codebook, id(project.comparison), kind, options


def _start(project: Project, kind: Kind, options: ShareOptions, judged: Comparison, form: str) -> None:
    """Start making the file unless one is being made: a double click starts one."""
    former = current().export
    if former is None or not former.job.active:
        job = task.start_export(export, project, kind, options, judged, form)
        change(export=Export(job, kind, form, _about(project, kind, options)))
        change(record=noted(f"{kind} report made ({form})"))


def _progress_or_file(shown: Export, *, ready: bool) -> None:
    label, mime, ending = _label(shown.form, shown.kind)
    if shown.job.active:
        leave = "You can leave this page; the report is made on."
        task.watch(task.Watched(received_export, _progress, _cancel, "Cancel", leave, "cancel_export"))
    elif shown.job.state is JobState.FAILED:
        st.error(
            f"The report could not be made as {label}: {md(shown.job.error, 400)}. Try again, or take another format.",
            icon=":material/error:",
        )
    elif shown.job.state is JobState.CANCELLED:
        st.info(f"The report as {label} was cancelled.", icon=":material/stop_circle:")
    else:
        content: bytes = shown.job.received[-1].content
        name = f"report-{shown.kind}{ending}"
        st.download_button(
            f"Save {name} ({len(content) / 1e6:.1f} MB)",
            data=lambda: content,
            file_name=name,
            mime=mime,
            icon=":material/download:",
            type="primary",
            disabled=not ready,
            on_click="ignore",  # a rerun at the click may come before the file, which is then lost
            key="report_save",
        )


def received_export() -> Job | None:
    """Return the last export's job, its state as it is now."""
    shown = current().export
    if shown is not None:
        task.receive(shown.job)
    return shown.job if shown else None


def _progress() -> task.Progress | None:
    shown = current().export
    if shown is None or not shown.job.received:
        return None
    share = shown.job.received[-1].share
    if not share:
        return task.Progress(share, "The report is put together")
    return task.Progress(share, f"It is written as {_label(shown.form, shown.kind)[0]}")


def _cancel() -> None:
    shown = current().export
    if shown is not None:
        task.cancel(shown.job)
