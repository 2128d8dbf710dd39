"""Readers of other packages: of two that read one ending the first is taken."""

from core.extensions import READERS, Offer
from core.intake import other_packages


def test_of_two_packages_that_read_an_ending_the_first_does(monkeypatch):
    first, second, own = (Offer(name, package, None) for name, package in (("xyz", "a"), ("xyz", "b"), ("csv", "c")))
    monkeypatch.setattr(other_packages, "offers", {READERS: (first, second, own)}.__getitem__)
    other_packages.foreign_endings.cache_clear()
    assert other_packages.foreign_endings() == {"xyz": first}
    assert [left.origin for left in other_packages.left_out_readers()] == ["b", "c"]
    other_packages.foreign_endings.cache_clear()
