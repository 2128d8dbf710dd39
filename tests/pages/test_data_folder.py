"""The data folder on the Set up page: names and sizes, no upload; each person's own where people sign in."""

from pathlib import Path

import pytest

from core.data import Codebook
from core.intake import read_file
from core.reports import Project, ProjectFile
from pages.components.escaping import plain
from pages.components.files import data_folder
from pages.components.files.project_open import missing_files
from pages.components.server.settings import Settings
from pages.components.workspace import Workspace

MARKUP = "<i>b:red[x]_*$y$.csv"


@pytest.fixture
def folder(tmp_path: Path, small_files, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files of a user in the data folder of the server."""
    (tmp_path / "original.csv").write_bytes(small_files["original.csv"])
    (tmp_path / MARKUP).write_bytes(small_files["banded.csv"])
    (tmp_path / "sample.csv").write_bytes(small_files["sample.csv"])
    monkeypatch.setattr(data_folder, "settings", lambda: Settings(data=str(tmp_path)))
    return tmp_path


def workspace(user):
    return user.state["workspace"]


def labels(user) -> list[str]:
    return [e.label for e in user.app.expander]


@pytest.fixture
def with_files(user, folder):
    """A session that has taken the original and a masked file from the folder."""
    user.app.selectbox(key="folder_original_0").select_index(1)
    user.run()
    user.click("read_folder_original")
    return user


def test_without_the_setting_there_is_none(user, small_files):
    assert "From the data folder of this server" not in labels(user)


def test_files_are_chosen_by_name_and_size_and_read_without_an_upload(with_files):
    user = with_files
    offered = user.app.multiselect(key="folder_masked_1").options
    assert [o.partition(" · ")[0] for o in offered] == [plain(MARKUP), "original.csv", "sample.csv"]
    assert offered[1].endswith(" bytes")
    assert workspace(user).original.microdata.n_records == 120
    user.app.multiselect(key="folder_masked_1").set_value([offered[0], offered[2]])
    user.run()
    user.click("read_folder_masked")
    assert [f.name for f in workspace(user).masked] == [MARKUP, "sample.csv"]
    assert all(f.reading is not None and not f.content for f in workspace(user).masked)
    assert MARKUP not in user.text()


def test_the_files_of_an_opened_project_are_taken_from_the_folder_under_any_name(user, folder, small_files):
    original, masked = [ProjectFile.of(read_file(n, small_files[n]).microdata) for n in ("original.csv", "banded.csv")]
    project = Project(Codebook(()), original, (masked,))
    user.start("setup", workspace=Workspace(opened=project))
    wanted = user.app.multiselect(key="folder_project_0")
    wanted.set_value([o for o in wanted.options if o.startswith("sample")])
    user.run()
    user.click("read_folder_project")
    assert "not one of this project's files" in user.text().replace("\\", "")
    wanted = user.app.multiselect(key="folder_project_0")
    wanted.set_value([o for o in wanted.options if not o.startswith("sample")])
    user.run()
    user.click("read_folder_project")
    work = workspace(user)
    assert not missing_files(work)
    assert [work.original.name, work.masked[0].name] == ["original.csv", "banded.csv"]
    assert work.masked[0].microdata.sha256 == masked.sha256


def test_a_file_that_vanishes_is_refused_by_name_and_nothing_else_is_lost(with_files, folder):
    user = with_files
    user.app.selectbox(key="folder_control_1").select_index(2)
    user.run()
    (folder / "sample.csv").unlink()
    user.click("read_folder_control")
    assert workspace(user).original.microdata.n_records == 120
    assert workspace(user).control is None


def test_a_file_that_changed_since_it_was_read_is_not_read_in_another_way_unnoticed(with_files, folder):
    user = with_files
    (folder / "original.csv").write_bytes(b"a,b\n1,2\n3,4\n")
    from pages.components.files.uploads import read_one

    assert "has changed in the data folder since it was read" in read_one(workspace(user).original).refusal


def test_an_empty_or_missing_folder_says_so(user, folder):
    for file in folder.iterdir():
        file.unlink()
    (folder / "below").mkdir()
    assert "The folder holds no file." in user.text()
    assert "1 other entry not offered" in user.text()
    (folder / "below").rmdir()
    folder.rmdir()
    user.run()
    assert "the data folder cannot be opened" in user.text()


@pytest.mark.parametrize("how", [Settings(user_header="x-remote-user"), Settings(sign_in="oidc")])
def test_where_people_sign_in_each_has_a_folder_of_their_own(folder, monkeypatch, how):
    own = Settings(user_header=how.user_header, sign_in=how.sign_in, data=str(folder))
    monkeypatch.setattr(data_folder, "settings", lambda: own)
    for person, expected in {
        "ann@agency.example": folder / "ann@agency.example",
        "": None,
        ".": None,
        "..": None,
        "../ann": None,
        "ann/../bob": None,
        "/etc": None,
        ".ssh": None,
        "a\0b": None,
    }.items():
        monkeypatch.setattr(data_folder, "user", lambda person=person: person)
        assert data_folder.folder_of_user() == expected, person
