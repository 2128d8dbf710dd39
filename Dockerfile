# R-U Map in a container. It listens on all interfaces inside the container only: publish the port
# on the loopback of the host, and put a reverse proxy with TLS and sign-in in front (docs/how-to/server.md).
# The image runs with a read-only root: docker run --read-only --tmpfs /tmp --shm-size=2g
# The base is pinned by its digest; a newer one: docs/how-to/server.md, "In a container".
ARG BASE=python:3.11.15-slim-bookworm@sha256:b18992999dbe963a45a8a4da40ac2b1975be1a776d939d098c647482bcad5cba
# hadolint ignore=DL3006
FROM ${BASE}
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin officer
WORKDIR /srv/ru-map
COPY requirements.txt ./
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY app.py LICENSE ./
COPY .streamlit .streamlit
COPY assets assets
COPY core core
COPY extensions extensions
COPY pages pages
COPY rumap rumap
RUN pip install --no-cache-dir --no-deps --no-build-isolation ./extensions/archive
# kernels compiled for the processor that builds the image; on another kind they are compiled anew at the first run
RUN NUMBA_CACHE_DIR=/srv/ru-map/kernels python -m core compile && python -m compileall -q app.py core pages
# nothing is written beside the program; uploads and compiled kernels go to /tmp, which is memory
ENV TMPDIR=/tmp \
    HOME=/tmp \
    NUMBA_CACHE_DIR=/tmp/numba \
    MPLCONFIGDIR=/tmp/matplotlib \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER 10001
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"]
# numba reads compiled kernels only where it may also write: they are copied to /tmp, 5 MB
CMD ["sh", "-c", "mkdir -p $NUMBA_CACHE_DIR && cp -r kernels/. $NUMBA_CACHE_DIR && exec python -m streamlit run app.py --server.address 0.0.0.0 --server.headless true"]
