"""What is known of an object is worked out once, anew when it has changed, and goes with it."""

import gc

from pages.components.server.lifetime_cache import LifetimeCache


class Thing:
    """Something that can be referred to weakly."""


def test_it_is_worked_out_once_for_each_thing_and_state():
    cache, thing, asked = LifetimeCache(), Thing(), []

    def size():
        asked.append(1)
        return len(asked)

    assert [cache.about(thing, size, 1), cache.about(thing, size, 1)] == [1, 1]
    assert cache.about(Thing(), size, 1) == 2, "another thing, though equal"
    assert cache.about(thing, size, 2) == 3, "the thing has changed"


def test_what_is_known_goes_with_the_thing():
    cache, thing = LifetimeCache(), Thing()
    cache.about(thing, lambda: "known")
    assert len(cache._kept) == 1
    del thing
    gc.collect()
    other = Thing()
    cache.about(other, lambda: "other")
    assert [kept[2] for kept in cache._kept.values()] == ["other"]
