"""What only the screen says of cases 59 to 78; the rest is what the command line says, too (tests/commands)."""

from dataclasses import replace

import pytest

from tests.pairing.case_files import CASES, Case, quick_reading  # noqa: F401 - a fixture


@pytest.mark.usefixtures("quick_reading")
@pytest.mark.parametrize("case", [case for case in CASES if case.seen][:2], ids=lambda case: case.id)
@pytest.mark.slow
def test_what_the_officer_sees(case: Case, bring):
    user = bring(case.files())
    workspace = user.state["workspace"]
    assert workspace.original_data is not None
    assert workspace.masked[0].reading is not None
    tagged = case.tagged(workspace.codebook)
    user.state["workspace"] = replace(workspace, codebook=tagged)
    user.go("laboratory")  # what was asked about the former codebook is not answered any more
    user.go("setup")
    written = ""
    for file in (workspace.original, *workspace.masked):
        user.look_at(file.name)
        written += user.text()
    tables = " ".join(str(table.value.to_numpy().tolist()) for table in user.app.dataframe)
    seen = f"{written} {tables}".replace("\\", "").replace("\u2060", "").lower()
    for words in (*case.words, *case.seen):
        assert words.lower() in seen
