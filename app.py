"""R-U Map: the entry of ``streamlit run app.py``; as a script it runs the chosen page, as a module it is the server."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

if __name__ == "__main__":
    from pages.components import navigation

    navigation.run()
elif __name__ != "__mp_main__":  # a worker process of a run needs neither
    import streamlit as st
    from starlette.middleware import Middleware
    from starlette.routing import Mount
    from starlette.staticfiles import StaticFiles
    from streamlit.runtime.pages_manager import PagesManager

    from pages.components.faults import quiet_log, show_fault
    from pages.components.security_headers import SecurityHeaders

    PagesManager.uses_pages_directory = False  # the menu is ours: else a link straight to a page runs it without frame
    quiet_log()
    app = st.App(
        __file__,
        middleware=[Middleware(SecurityHeaders)],
        routes=[Mount("/assets", StaticFiles(directory=ROOT / "assets" / "public"))],
        on_script_error=show_fault,
    )
