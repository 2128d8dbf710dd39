"""What the server does beside answering: erase idle work, give memory back, leave nothing running at its end."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from streamlit.runtime import Runtime

from core.execution import (
    cancel_all,
    erase_scratch,
    forbid_core_dumps,
    release_memory,
    remove_abandoned,
    remove_socket,
)
from pages.components.server.session_links import forget_ended_sessions, watch_downloads
from pages.components.server.session_size import size_of
from pages.components.server.session_store import Store
from pages.components.server.session_tab import bind_sessions, close_unreachable, release_disconnected
from pages.components.server.sessions import STORE, end_run

SWEEP_SECONDS = 5.0
TRIM_EVERY = 6
"""Sweeps between two that give memory back to the system."""

log = logging.getLogger("ru-map")


@asynccontextmanager
async def sweeping(_app: object) -> AsyncIterator[None]:
    """Sweep as long as the server runs."""
    forbid_core_dumps()
    remove_abandoned()
    watch_downloads(Runtime.instance().media_file_mgr)
    bind_sessions(Runtime.instance())
    sweeper = asyncio.create_task(_sweep_forever(STORE))
    try:
        yield
    finally:
        sweeper.cancel()
        with suppress(asyncio.CancelledError):
            await sweeper
        await asyncio.to_thread(cancel_all)
        erase_scratch()
        remove_socket()


async def _sweep_forever(store: Store) -> None:
    sweeps = 0
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        sweeps += 1
        try:
            lost = close_unreachable()
            erased = await asyncio.to_thread(_erase, store, lost)  # ends runs: takes up to two seconds each
            release_disconnected()
            forget_ended_sessions()
            if erased or sweeps % TRIM_EVERY == 0:
                await asyncio.to_thread(release_memory)
        except Exception as error:  # noqa: BLE001 - one failure must not be the last sweep
            log.error("a sweep failed: %s", type(error).__name__)


def _erase(store: Store, lost: Sequence[object] = ()) -> int:
    """Erase what was not used for the idle time, and what closed tabs have left beyond what is kept for them.

    Of what nobody can come back to, the runs are ended.
    """
    # late: a translation that cannot be read is said first
    from core.intake import limits_in_force  # noqa: PLC0415

    for workspace in lost:
        end_run(workspace)
    return len(lost) + store.sweep() + store.make_room(limits_in_force().left_bytes, size_of)
