"""What is in the place of "Reading ..." once the page was stopped: the browser would count its seconds for ever."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import streamlit as st
from streamlit.runtime.scriptrunner import add_script_run_ctx


@contextmanager
def stop_said(names: str) -> Iterator[None]:
    """Draw what is inside in a place of its own; where the page is stopped meanwhile, say there that nothing was read.

    Parameters
    ----------
    names : str
        The files, escaped for the screen.
    """
    spot = st.empty()
    words = f"Reading was stopped; nothing of {names} was taken over. Choose it, and read it again."
    try:
        with spot.container():
            yield
    except BaseException:
        # In the page's own thread Streamlit ends every call once the page was stopped.
        saying = Thread(target=spot.warning, args=(words,))
        add_script_run_ctx(saying)
        saying.start()
        saying.join()
        raise
