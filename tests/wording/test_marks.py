"""All words on screen stand in one list, ready for translation."""

from __future__ import annotations

from pathlib import Path

from tests.wording.marks import hidden_marks, unmarked
from tests.wording.template import ROOT, ids, stored, words

SHOWN = ("pages", "core/charts", "core/reports")
SAID_TO_NOBODY = {
    "pages/components/escaping.py",  # classes of characters
    "pages/components/server/security_headers.py",  # policy for the browser
    "pages/components/server/session_cookie.py",
    "pages/components/server/settings.py",  # speaks to whoever starts the server, before there is a screen
    "core/charts/theme.py",  # names of fonts
    "core/reports/formats/drawn_figures.py",  # fields of SVG files
    "core/reports/archive/acro_results.py",  # the format and the words of another program
    "core/reports/archive/r_script.py",  # a script in another language
    "core/reports/archive/research_crate.py",  # an archive, which is English
    "core/reports/methods.py",  # makes docs/methods.md, which is English
    "core/reports/manifest.py",  # why a .rumap file is refused
    "core/reports/project_file.py",
    "core/reports/register_file.py",
    "core/reports/record_json.py",
    "core/reports/results.py",
    "core/reports/report_model.py",  # classes of characters
    "core/reports/formats/word_document.py",  # styles of Word
}


CODES = {"no release", "not comparable", "offset points"}
"""Texts with two words by which the code, or a library it calls, knows a thing."""


def places() -> list[str]:
    return sorted(p.relative_to(ROOT).as_posix() for place in SHOWN for p in (ROOT / place).rglob("*.py"))


def test_every_sentence_is_marked() -> None:
    found = [(place, *each) for place in places() if place not in SAID_TO_NOBODY for each in unmarked(ROOT / place)]
    assert [f"{place}:{line}: {text}" for place, line, text in found if text not in CODES] == []


def test_the_mark_is_what_it_is_everywhere() -> None:
    assert [f"{place}: {each}" for place in places() for each in hidden_marks(ROOT / place)] == []


def test_an_unmarked_sentence_is_found(tmp_path: Path) -> None:
    path = tmp_path / "page.py"
    path.write_text(
        '"""A page."""\n'
        'st.caption(_("This is marked."))\n'
        'st.caption("This is not marked.")\n'
        'st.caption(f"{n} of them, too")\n'
        'st.markdown("**Bold**")\n'
        'st.button("Go", key="Not shown at all", icon=":material/home:")\n',
        encoding="utf-8",
    )
    assert list(unmarked(path)) == [(3, "This is not marked."), (4, "{} of them, too"), (5, "**Bold**"), (6, "Go")]


def test_the_list_is_up_to_date() -> None:
    """``make wording`` writes it anew."""
    assert ids(stored()) == ids(words())
