"""The project that these tests speak about."""

import pytest

from core.reports import Project
from tests.release_project import release_project


@pytest.fixture
def project() -> Project:
    """A project whose every confidential thing can be recognised."""
    return release_project()
