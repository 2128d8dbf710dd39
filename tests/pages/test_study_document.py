"""A document about the study on the Set up page: described without typing, taken away again, refused in words."""

import pytest

from core.data import Role
from tests.intake.study.study_files import ddi
from tests.pairing.documents.test_describing import CSV

pytestmark = pytest.mark.slow


def test_a_document_describes_the_original_without_typing(bring):
    user = bring({"people.csv": CSV})
    user.upload("Document about the study, if there is one", "other.xml", b"<x/>")
    assert "neither a DDI Codebook" in user.text()
    user.upload("Document about the study, if there is one", "study.xml", ddi())
    workspace = user.state["workspace"]
    assert "Described by a document: DDI Codebook" in user.text()
    assert workspace.codebook.variable("sex").label == "Sex of person"
    assert workspace.codebook.variable("w").role is Role.WEIGHT
    user.click("study_remove")
    workspace = user.state["workspace"]
    assert workspace.original_data.document is None
    assert workspace.codebook.variable("sex").label == ""
