#!/bin/sh
# Starts R-U Map from this folder; the first time it is installed into the folder "program", without a network.
# Another Python than python3: PYTHON=/path/to/python3 sh start.sh; further words go to `ru-map run`.
set -eu
cd "$(dirname "$0")"
if [ ! -f program/installed ]; then
    "${PYTHON:-python3}" check_python.py
    "${PYTHON:-python3}" -m venv program
    # every package must have the hash that is listed for it
    program/bin/python -m pip install --quiet --no-index --no-compile --disable-pip-version-check \
        --find-links packages --require-hashes -r packages.txt
    : > program/installed
fi
exec program/bin/ru-map run "$@"
