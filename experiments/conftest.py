"""Experiments run as the product does: with one BLAS thread, so that they can be repeated."""

import pytest
from threadpoolctl import threadpool_limits

from tests.conftest import components_are_not_looked_for, files_are_read_here, or_by_the_reader, shared_data

__all__ = ["components_are_not_looked_for", "files_are_read_here", "or_by_the_reader", "shared_data"]


@pytest.fixture(autouse=True, scope="session")
def one_thread():
    with threadpool_limits(1):
        yield
