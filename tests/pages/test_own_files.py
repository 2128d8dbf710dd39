"""A user's own files: read, refused by name, linked, tagged, measured, drawn."""

import json
import re
import time
from collections.abc import Callable, Mapping

import pytest

from core.data import DifferentialPrivacy, MarkedNumber, Masking, Role
from pages.components.escaping import md
from tests.pages.conftest import User, bring_into
from tests.processes import until

pytestmark = pytest.mark.slow

BAD_FILES = {"empty.csv": b"", "ragged.csv": b"a,b,c\n1,2,3\n4,5\n6,7,8,9\n", "cut.parquet": b"PAR1" + bytes(40)}


def workspace(user):
    return user.state["workspace"]


def answer_everything(user, links: Mapping[str, str]) -> None:
    """Confirm every reading and say how records are linked."""
    files = workspace(user)
    for file in (files.original, *files.masked):
        if file.content or file.name in links:
            user.look_at(file.name)
        for key in [b.key for b in user.app.button if b.key and b.key.startswith("confirm_")]:
            user.click(key)
        if file.name in links:
            user.choose(f"linked_{file.name}", links[file.name])


def finish(user) -> None:
    """Wait for the run to end, and look at the Set up page again."""
    ended(user)
    user.run()


def ended(user, limit: float = 300) -> None:
    """Wait for the run to end; the page looks at it on the way, and at its end, as it does by itself."""
    user.run()
    until(lambda: workspace(user).job.over, limit)
    user.run()
    assert not workspace(user).running


def test_bad_files_are_refused_by_name_and_the_others_stay(bring, small_files) -> None:
    user = bring({"original.csv": small_files["original.csv"]})
    uploader = next(u for u in user.app.file_uploader if u.label == "Masked files")
    for name, content in {**BAD_FILES, "banded.csv": small_files["banded.csv"]}.items():
        uploader.upload(name, content)
    user.run()
    for name in BAD_FILES:
        user.look_at(name)
        errors = "\n".join(e.value for e in user.app.error)
        assert md(name) in errors
        assert len(errors) > len(md(name)) + 20, "the reason and the remedy are missing"
    assert [s.microdata.name for s in workspace(user).scenarios()] == ["banded.csv"]


def test_a_refused_text_can_be_read_differently(bring, small_files) -> None:
    user = bring({"original.csv": small_files["original.csv"], "quote.csv": b'age,sex\n31,"f\n42,m\n55,f\n'})
    assert workspace(user).masked[0].reading is None
    user.app.selectbox(key="choices_quote.csv_quote").set_value("none")
    next(b for b in user.app.button if b.label == "Read again").click()
    user.run()
    assert workspace(user).masked[0].microdata.n_records == 3


def test_what_was_read_is_shown(bring, small_files) -> None:
    user = bring(small_files)
    user.look_at("original.csv")
    assert "120 records · 4 columns" in user.text()
    user.look_at("sample.csv")
    text = user.text()
    assert "40 records · 3 columns" in text
    assert "delimiter semicolon" in text
    assert "decimal mark comma" in text


def test_links_that_the_files_do_not_show_are_asked(bring, small_files) -> None:
    turned = small_files["banded.csv"].decode().splitlines(keepends=True)
    user = bring({**small_files, "banded.csv": "".join([turned[0], *reversed(turned[1:])]).encode()})
    answer_everything(user, {})
    user.look_at("sample.csv")
    assert not any(o.startswith("In the same order") for o in user.app.selectbox(key="linked_sample.csv").options)
    user.look_at("")
    assert user.app.selectbox(key="linked_banded.csv").value is None, "what needs an answer is shown by itself"
    assert "One thing needs you**: banded\\.csv, how is it linked?" in user.text()
    assert user.app.selectbox(key="linked_banded.csv").options[0].startswith("In the same order")
    answer_everything(user, {"banded.csv": "row", "sample.csv": "none"})
    assert "Nothing needs you" in user.text()
    assert workspace(user).codebook.declaration("banded.csv").linked == "row"
    files = (workspace(user).original, *workspace(user).masked)
    assert all(f.content == b"" for f in files), "bytes are dropped once nothing is asked"
    user.look_at("sample.csv")
    user.click("remove_sample.csv")
    assert [f.name for f in workspace(user).masked] == ["banded.csv"]


def test_two_identifiers_are_offered_as_one_link(bring) -> None:
    rows = "".join(f"P{i:03},{1000 + 7 * i},{i % 5},{i % 3}\n" for i in range(60))
    files = {"original.csv": f"person_id,wave_id,region,sex\n{rows}", "m.csv": f"person_id,wave_id,region,sex\n{rows}"}
    user = bring({name: text.encode() for name, text in files.items()})
    select = user.app.selectbox(key="linked_m.csv")
    assert "By person_id and wave_id together" in select.options
    user.choose("linked_m.csv", "person_id,wave_id")
    assert workspace(user).codebook.declaration("m.csv").linked == "person_id,wave_id"


def test_two_scenarios_need_two_names(bring, small_files) -> None:
    user = bring(small_files)
    user.look_at("sample.csv")
    user.app.text_input(key="scenario_name_sample.csv").set_value("banded")
    user.run()
    assert "Two scenarios are called" in user.text()
    assert not [b for b in user.app.button if b.key == "start_run"], "a run would end with an error"


def test_a_guarantee_is_declared_once_it_is_whole(bring, small_files) -> None:
    user = bring(small_files)
    user.look_at("banded.csv")
    user.app.number_input(key="epsilon_banded.csv").set_value(0.5)
    user.run()
    assert "'unit' is empty" in user.text()
    assert workspace(user).codebook.declaration("banded.csv").privacy is None
    user.app.text_input(key="privacy_unit_banded.csv").set_value("person")
    user.run()
    assert workspace(user).codebook.declaration("banded.csv").privacy == DifferentialPrivacy(0.5, "person")


def test_marked_numbers_are_shown_and_declared_where_files_are_linked(bring, small_files) -> None:
    user = bring(small_files)
    user.look_at("banded.csv")
    user.app.text_input(key="another_mark_banded.csv").set_value("*")
    user.run()
    assert workspace(user).codebook.declaration("banded.csv").marks == {"*": MarkedNumber.NUMBER}
    user.choose("mark_*_banded.csv", MarkedNumber.MISSING)
    assert workspace(user).codebook.declaration("banded.csv").marks == {"*": MarkedNumber.MISSING}
    assert workspace(user).codebook.declaration("sample.csv").marks == {}


def test_masking_is_declared_by_kind_and_a_variable_is_masked_in_one_way(bring, small_files) -> None:
    user = bring(small_files)
    user.look_at("banded.csv")
    user.choose("masking_kind_banded.csv", Masking.NOISE)
    user.app.multiselect(key="masking_noise_banded.csv").set_value(["income", "age"])
    user.run()
    assert workspace(user).codebook.declaration("banded.csv").masking == {"age": "noise", "income": "noise"}
    user.choose("masking_kind_banded.csv", Masking.SWAP)
    assert "random amounts added" in user.text(), "what was said of another kind stays on the screen"
    user.app.multiselect(key="masking_swap_banded.csv").set_value(["age"])
    user.run()
    assert workspace(user).codebook.declaration("banded.csv").masking == {"income": "noise", "age": "swap"}
    user.choose("masking_kind_banded.csv", Masking.NOISE)
    assert user.app.multiselect(key="masking_noise_banded.csv").value == ["income"]
    user.app.multiselect(key="masking_noise_banded.csv").set_value([])
    user.run()
    user.go("setup")
    assert workspace(user).codebook.declaration("banded.csv").masking == {"age": "swap"}
    assert not workspace(user).codebook.declaration("sample.csv").masking


def test_from_upload_to_map_with_confirmations_only(bring, small_files) -> None:
    user = bring(small_files)
    answer_everything(user, {"banded.csv": "row", "sample.csv": "none"})
    user.look_at("banded.csv")
    assert any("2 recoded" in e.label for e in user.app.expander), "bands and cap are found"
    user.click("start_run")
    job = workspace(user).job
    assert "Cancel, keep what is finished" in user.buttons()
    assert "start_run" not in [b.key for b in user.app.button]
    ended(user)
    assert workspace(user).job is job, "a second run was started"
    assert [t.value for t in user.app.title] == ["Compare"], "the map opens by itself"
    assert user.app.get("plotly_chart")
    assert user.app.multiselect(key="versions_shown").value == ["banded", "sample"]
    user.go("what_is_lost")
    assert len(user.app.get("plotly_chart")) >= 3


def test_cancel_keeps_what_is_finished(bring, small_files) -> None:
    user = bring(small_files)
    user.go("setup")
    user.click("start_run")
    end = time.monotonic() + 180
    while not workspace(user).steps and workspace(user).running:
        assert time.monotonic() < end, "the run yields nothing"
        time.sleep(0.1)
        user.run()
    if workspace(user).running:
        user.click("cancel_run")
    assert not workspace(user).running
    assert workspace(user).steps
    assert "kept" in user.text() or "finished" in user.text()


def test_correcting_a_role_changes_the_codebook_and_says_that_results_are_old(bring, small_files) -> None:
    user = bring(small_files)
    user.go("setup")
    user.click("start_run")
    finish(user)
    user.go("setup")
    names = [v.name for v in workspace(user).codebook.variables]
    key = next(k for k in user.state.to_dict() if str(k).startswith("variable_table_") and str(k)[-1].isdigit())
    user.state[key] = {
        "edited_rows": {names.index("income"): {"role": "key"}},
        "added_rows": [],
        "deleted_rows": [],
    }
    user.run()
    changed = workspace(user).codebook.variable("income")
    assert changed.role is Role.KEY
    assert changed.reason == ""
    user.go("compare")
    assert "former state" in user.text()


def test_a_saved_codebook_takes_the_place_of_the_draft(bring, small_files) -> None:
    from core.data import write_codebook

    user = bring(small_files)
    user.go("setup")
    text = write_codebook(workspace(user).codebook).replace('role = "sensitive"', 'role = "analysis"')
    user.upload("Use a saved codebook", "codebook.toml", text.encode())
    assert not workspace(user).codebook.with_role(Role.SENSITIVE)
    before = workspace(user).codebook
    user.upload("Use a saved codebook", "codebook.toml", b"[keysets.k]\nvariables = ['sex']\n")
    after = workspace(user).codebook
    assert [k.variables for k in after.effective_keysets()] == [("sex",)]
    assert (after.variables, after.scenarios) == (before.variables, before.scenarios), "the rest is as it was"


def test_a_wrong_codebook_is_refused_in_words(bring, small_files) -> None:
    user = bring(small_files)
    said = "'agee', which is no variable of the original"
    for content, words in ((b"\xff\xfe", "UTF-8"), (b"[variables.agee]\nlevel = 'nominal'\n", said)):
        user.upload("Use a saved codebook", "codebook.toml", content)
        assert any(words in e.value.replace("\\", "") for e in user.app.error)


PAGES = ("setup", "compare", "what_is_lost")
PAGES += ("who_is_found", "laboratory", "decide")
NAMES = ["__class__ {} %s %(x)s {0}", "**b** `c` $x^2$ <b>i</b>", "two\nlines\u202e| a | b |", "😀" + "W" * 200]
TAGS = ("![x](", "<script>", "<b>", ":red[", "](http", "\u202e", "**b**", "`c`", "$x^2$")


def _words(block):
    """What elements within a block write as Markdown: labels, helps, and choices that are drawn side by side."""
    for element in block.children.values():
        proto = getattr(element, "proto", None)
        yield from (str(getattr(proto, name)) for name in ("label", "help") if hasattr(proto, name))
        if type(element).__name__ in ("Radio", "ButtonGroup"):
            yield from map(str, element.options)
        if hasattr(element, "children"):
            yield from _words(element)


def test_hostile_names_and_categories_break_no_page(bring: Callable, small_files: Mapping[str, bytes]) -> None:
    rows = small_files["original.csv"].decode().split("\n", 1)[1].replace("North", "<script>alert(1)</script>")
    rows = rows.replace("East", "=cmd|' /C calc'!A0").replace(
        "South", ":red[x] $x^2$ **b** `c` ![x](http://evil.example)"
    )
    hostile = (",".join(f'"{name}"' for name in NAMES) + "\n" + rows).encode()
    user = bring(
        {"<b>o</b> {} %s.csv": hostile, "m **b** `c` $x^2$ [a](http://evil.example).csv": hostile + b"30,f,East,900\n"}
    )
    codebook = workspace(user).codebook
    name = json.dumps(":red[k] <script> **b** `c` $x^2$ {} %s")
    keys = f"[keysets.{name}]\nvariables = {json.dumps([v.name for v in codebook.variables][:3])}\n"
    user.go("setup")
    user.upload("Use a saved codebook", "codebook.toml", keys.encode())
    assert ":red[k]" in workspace(user).codebook.effective_keysets()[0].name
    user.go("setup")
    user.click("start_run")
    finish(user)
    for page in PAGES:
        user.go(page)
        assert not user.app.exception, page
        labels = "\n".join(_words(user.app.main))
        shown = re.sub(r"\\[!-/:-@\[-`{-~]", "", user.text() + labels)
        assert not [tag for tag in TAGS if tag in shown], page


def test_two_people_with_files_of_the_same_names_see_their_own(small_files: Mapping[str, bytes]) -> None:
    people = []
    for place in ("Northern", "Northest"):
        files = {name: content.replace(b"North", place.encode()) for name, content in small_files.items()}
        people.append((place, bring_into(User(), files)))
    for _place, user in people:
        user.click("start_run")
    for _place, user in people:
        finish(user)
    (one, ann), (two, ben) = people
    mine, theirs = workspace(ann), workspace(ben)
    assert one in mine.original_data.columns["region"].labels
    assert two in theirs.original_data.columns["region"].labels
    assert two not in mine.original_data.columns["region"].labels
    for ours, others in ((mine, theirs), (theirs, mine)):
        assert ours.comparison.original.sha256 == ours.original_data.sha256 != others.comparison.original.sha256
    for page in ("compare", "what_is_lost", "who_is_found"):
        for place, user in people:
            user.go(page)
            other = two if place == one else one
            assert other not in user.text(), page


def test_a_file_of_the_same_name_takes_the_place_of_the_former(bring, small_files) -> None:
    user = bring(small_files)
    user.upload("Masked files", "banded.csv", small_files["sample.csv"])
    assert sorted(f.name for f in workspace(user).masked) == ["banded.csv", "sample.csv"]
    assert next(f for f in workspace(user).masked if f.name == "banded.csv").microdata.n_records == 40
