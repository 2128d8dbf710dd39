"""What the officer sees of cases 59 to 78: two files side by side, and what the codebook says of them."""

from dataclasses import replace

import pytest

from tests.pairing.case_files import Case, every_case, quick_reading  # noqa: F401 - a fixture


@pytest.mark.usefixtures("quick_reading")
@every_case
@pytest.mark.slow
def test_what_the_officer_sees(case: Case, bring):
    user = bring(case.files())
    workspace = user.app.session_state["workspace"]
    assert workspace.original_data is not None
    assert workspace.masked[0].reading is not None
    tagged = case.tagged(workspace.codebook)
    user.app.session_state["workspace"] = replace(workspace, codebook=tagged)
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
