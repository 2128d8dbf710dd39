"""The store of workspaces: one tab each, found again by their owner only, erased when idle."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.components.server.session_store import HURRIED_SECONDS, RELOAD_SECONDS, Store


@dataclass(eq=False)
class Page:
    """A tab as the store sees it."""

    id: str
    shown: bool = True
    told: list[str] = field(default_factory=list)

    def connected(self) -> bool:
        return self.shown

    def forget(self, reason: str) -> None:
        self.told.append(reason)


@dataclass(eq=False)
class Work:
    """What a tab works on."""

    busy: bool = False
    ended: bool = False


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def end(work: Work) -> None:
    work.ended, work.busy = True, False


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(clock: Clock) -> Store:
    return Store(1800, lambda work: work.busy, end, clock)


def test_case_100_a_reload_finds_the_work_again(store: Store, clock: Clock) -> None:
    work, before, after = Work(), Page("before"), Page("after")
    store.keep("ann", before, work)
    before.shown = False
    clock.now += 3
    found = store.reloaded("ann")
    assert found is not None
    assert store.take("ann", found.number, after) is work
    assert before.told == ["moved"]
    assert store.kept_for("ann", after) is found
    assert store.kept_for("ann", before) is None


def test_work_left_for_longer_is_offered_and_not_opened_by_itself(store: Store, clock: Clock) -> None:
    page = Page("closed")
    store.keep("ann", page, Work())
    page.shown = False
    clock.now += RELOAD_SECONDS + 1
    assert store.reloaded("ann") is None
    assert [k.tab for k in store.left("ann")] == [page]


def test_a_tab_that_is_shown_counts_as_seen_however_long_it_was_not_used(store: Store, clock: Clock) -> None:
    page = Page("open")
    store.keep("ann", page, Work())
    clock.now += 600
    store.sweep()
    page.shown = False
    clock.now += 3
    assert store.reloaded("ann") is not None


def test_case_101_two_tabs_have_two_workspaces(store: Store) -> None:
    first, second, work, other = Page("1"), Page("2"), Work(), Work()
    store.keep("ann", first, work)
    store.keep("ann", second, other)
    assert store.kept_for("ann", first).content is work
    assert store.kept_for("ann", second).content is other
    assert [k.content for k in store.elsewhere("ann", first)] == [other]
    assert store.left("ann") == ()
    assert store.reloaded("ann") is None


def test_two_tabs_that_went_at_once_are_both_offered(store: Store) -> None:
    pages = [Page("1"), Page("2")]
    for page in pages:
        store.keep("ann", page, Work())
        page.shown = False
    assert store.reloaded("ann") is None, "nobody can tell which of them was reloaded"
    assert len(store.left("ann")) == 2


def test_case_110_another_owner_finds_nothing(store: Store) -> None:
    page = Page("1", shown=False)
    store.keep("ann", page, Work())
    number = store.left("ann")[0].number
    assert store.left("eve") == ()
    assert store.reloaded("eve") is None
    assert store.elsewhere("eve", Page("2")) == ()
    assert store.kept_for("eve", page) is None
    assert store.take("eve", number, Page("2")) is None
    store.erase_one("eve", number)
    assert len(store) == 1
    assert page.told == []


def test_idle_work_is_erased_its_run_ended_and_its_owner_told_once(store: Store, clock: Clock) -> None:
    work, page = Work(), Page("1")
    store.keep("ann", page, work)
    clock.now += 1799
    assert store.sweep() == 0
    clock.now += 2
    assert store.sweep() == 1
    assert len(store) == 0
    assert work.ended
    assert page.told == ["idle"]
    assert [store.why_erased("ann"), store.why_erased("ann")] == ["idle", ""]


def test_what_closed_tabs_leave_is_bounded_the_longest_unused_goes_first(store: Store, clock: Clock) -> None:
    works = [Work() for _ in range(5)]
    pages = [Page(f"{i}") for i in range(5)]
    for i, (page, work) in enumerate(zip(pages, works, strict=True)):
        store.keep(f"person {i}", page, work)
        page.shown = i == 0  # the first is still at work
        clock.now += 1
    works[1].busy = True
    assert store.make_room(20, lambda _: 10) == 0, "they may be reloading"
    clock.now += HURRIED_SECONDS
    assert store.make_room(20, lambda _: 10) == 1
    assert [p.told for p in pages] == [[], [], ["left"], [], []]
    assert works[2].ended
    assert [store.why_erased(f"person {i}") for i in range(5)] == ["", "", "left", "", ""]
    assert store.make_room(0, lambda _: 10) == 1
    assert [p.told for p in pages] == [[], [], ["left"], ["left"], []], "a run and the last that was left stay"


def test_a_run_keeps_its_workspace_and_the_time_counts_from_its_end(store: Store, clock: Clock) -> None:
    work = Work(busy=True)
    store.keep("ann", Page("1", shown=False), work)
    for _ in range(5):
        clock.now += 1700
        assert store.sweep() == 0
    work.busy = False
    clock.now += 1799
    assert store.sweep() == 0
    clock.now += 2
    assert store.sweep() == 1


def test_using_it_starts_the_time_anew(store: Store, clock: Clock) -> None:
    page = Page("1")
    for _ in range(4):
        store.keep("ann", page, Work())
        clock.now += 1700
        assert store.sweep() == 0


def test_erasing_ends_every_run_of_the_owner_and_no_other(store: Store) -> None:
    mine, others = [Work(busy=True), Work()], Work(busy=True)
    pages = [Page("1"), Page("2")]
    for page, work in zip(pages, mine, strict=True):
        store.keep("ann", page, work)
    store.keep("bob", Page("3"), others)
    assert store.erase("ann") == 2
    assert [w.ended for w in mine] == [True, True]
    assert [p.told for p in pages] == [["erased"], ["erased"]]
    assert not others.ended
    assert len(store) == 1


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["keep", "hide", "show", "take", "erase", "sweep", "wait"]),
        st.sampled_from(["ann", "bob"]),
        st.integers(0, 3),
    ),
    max_size=40,
)


@given(STEPS)
def test_whatever_happens_nobody_gets_what_is_anothers_and_no_tab_holds_two(steps: list[tuple[str, str, int]]) -> None:
    clock = Clock()
    store = Store(1800, lambda work: work["busy"], lambda work: None, clock)
    pages = {(o, i): Page(f"{o}{i}") for o in ("ann", "bob") for i in range(4)}
    for action, owner, i in steps:
        page = pages[owner, i]
        if action == "keep":
            store.keep(owner, page, {"owner": owner, "busy": False})
        elif action in {"hide", "show"}:
            page.shown = action == "show"
        elif action == "take":
            for kept in store.left(owner):
                if store.kept_for(owner, page) is None:
                    assert store.take(owner, kept.number, page)["owner"] == owner
        elif action == "erase":
            store.erase(owner)
        elif action == "sweep":
            store.sweep()
        else:
            clock.now += 500
        for name in ("ann", "bob"):
            kept = [*store.left(name), *store.elsewhere(name, Page("nobody"))]
            assert all(k.content["owner"] == name for k in kept)
            ids = [k.tab.id for k in kept]
            assert len(ids) == len(set(ids))
