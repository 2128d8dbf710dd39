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

    from pages.components.server.server import around, prepare

    prepare()
    app = st.App(__file__, **around())  # `streamlit run` looks for this line, and serves it
