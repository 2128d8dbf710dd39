"""Minutes of coming, using and going: the memory of the server must not grow with the number of visits.

    python -m tests.load.soak [--minutes 5] [--records 20000]

A whole day is not run; the slope over the second half is scaled to one, and says what a day would bring.
"""

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np

from tests.faults.server import Server
from tests.load.websocket_client import say
from tests.load.websocket_clients import PAGES, megabytes, prepared, two_files


def main() -> None:
    """Visit, look at the memory, print one line for every ten visits and the slope at the end."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--records", type=int, default=20_000)
    options = parser.parse_args()
    files = two_files(options.records)
    seen: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder)).start()
        try:
            start = time.monotonic()
            while time.monotonic() - start < options.minutes * 60:
                visit(server.port, files)
                seen.append((time.monotonic() - start, megabytes(server)))
                if len(seen) % 10 == 0:
                    say(visits=len(seen), megabytes=seen[-1][1])
        finally:
            server.stop()
    at, size = np.array(seen[len(seen) // 2 :]).T
    slope = float(np.polyfit(at, size, 1)[0]) if len(at) > 2 else float("nan")
    say(visits=len(seen), first=seen[0][1], last=seen[-1][1], megabytes_an_hour=round(slope * 3600, 1))


def visit(port: int, files: tuple[bytes, bytes]) -> None:
    """Bring files in, look at every page, erase, and go."""
    client = prepared(port, files, [])
    for page in PAGES:
        client.rerun(page=page)
    client.press("erase")
    client.close()


if __name__ == "__main__":
    main()
