"""What tests share: where real files lie, and how Hypothesis runs."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parents[1]

settings.register_profile("project", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("project")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real files beside the project; tests that need it are skipped where it is absent."""
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("real files (../shared/data) are not on this machine")
    return folder
