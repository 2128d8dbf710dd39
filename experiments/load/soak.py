"""Minutes of coming, using and going: the memory of the server must not grow with the number of visits.

    python -m experiments.load.soak [--minutes 5] [--records 20000] [--pause 0]

A whole day is not run; the slope over the second half says what an hour would bring, give or take its standard error.
With a pause of some seconds between two visits it may go on beside other work.
"""

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np

from experiments.load.websocket_client import Client, say
from experiments.load.websocket_clients import megabytes, open_example, prepared, two_files
from tests.server import Server


def main() -> None:
    """Visit, look at the memory, print one line for every ten visits and the slope at the end."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--records", type=int, default=20_000)
    parser.add_argument("--pause", type=float, default=0, help="seconds between two visits")
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
                    say(visits=len(seen), minutes=round(seen[-1][0] / 60, 1), megabytes=seen[-1][1])
                time.sleep(options.pause)
        finally:
            server.stop()
    slope, error = growth(*np.array(seen[len(seen) // 2 :]).T)
    say(visits=len(seen), first=seen[0][1], last=seen[-1][1], highest=max(size for _, size in seen))
    say(megabytes_an_hour=round(slope * 3600, 1), standard_error=round(error * 3600, 1))


def visit(port: int, files: tuple[bytes, bytes]) -> None:
    """Bring files in, look at every page, erase; the same with the worked example and its results; go."""
    client = prepared(port, files, [])
    look_at_all(client)
    client.erase()
    open_example(client)
    look_at_all(client)
    client.erase()
    client.close()


def look_at_all(client: Client) -> None:
    """Look at every page of the menu."""
    for page in client.pages:
        client.rerun(page=page)


def growth(at: np.ndarray, size: np.ndarray) -> tuple[float, float]:
    """Return the slope of a line through the sizes, and its standard error; not a number for fewer than four visits.

    Memory after one visit resembles that after the visit before: the usual standard error would be too small. It is
    multiplied by sqrt((1 + r) / (1 - r)), r being the residuals' correlation with the one before (0 if negative).
    """
    if len(at) < 4:
        return float("nan"), float("nan")
    x = at - at.mean()
    slope = float(x @ size / (x @ x))
    left = size - size.mean() - slope * x
    total = float(left @ left)
    r = min(max(float(left[1:] @ left[:-1]) / total, 0.0), 0.99) if total > 0 else 0.0
    return slope, float(np.sqrt(total / (len(at) - 2) / (x @ x) * (1 + r) / (1 - r)))


if __name__ == "__main__":
    main()
