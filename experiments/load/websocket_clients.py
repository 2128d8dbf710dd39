"""Eight people at once: how long a page takes while a run goes on, and what memory stays after all is erased.

    python -m experiments.load.websocket_clients [--clients 8] [--records 100000] [--seconds 60]
        [--think 1] [--processes 1]

Twice: each client has brought its own files in, of which nothing is measured yet; then each has opened the worked
example, so that every page has results to show, and somebody else's run goes on. Starts a server of its own on the
loopback, or two behind nginx, and ends them; takes about six minutes.
"""

import argparse
import os
import random
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
import pandas as pd
import psutil

from core.execution.job_process import NICENESS
from experiments.load.several_processes import Servers
from experiments.load.websocket_client import Client, quantiles, say


def two_files(records: int) -> tuple[bytes, bytes]:
    """Return an original of ten variables and a masked version of it, as CSV."""
    rng = np.random.default_rng(5)
    age = rng.integers(16, 95, records)
    original = pd.DataFrame({
        "age": age,
        "sex": rng.choice(["f", "m"], records),
        "region": rng.choice([f"R{i:02d}" for i in range(30)], records),
        "education": rng.integers(1, 7, records),
        "occupation": rng.integers(1, 60, records),
        "income": np.round(np.exp(rng.normal(7.5, 0.6, records)), 2),
        "rent": np.round(np.exp(rng.normal(6, 0.5, records)), 2),
        "hours": rng.integers(0, 70, records),
        "children": rng.poisson(1.2, records),
        "satisfaction": rng.integers(0, 11, records),
    })  # fmt: skip
    masked = original.assign(
        age=[f"{a // 10 * 10}-{a // 10 * 10 + 9}" for a in age], income=original["income"].clip(upper=5000)
    )
    return original.to_csv(index=False).encode(), masked.to_csv(index=False).encode()


def prepared(port: int, files: tuple[bytes, bytes], uploads: list[float]) -> Client:
    """Return a client that has brought its files in."""
    client = Client(port)
    client.rerun()
    uploads.append(client.upload("upload_original", "original.csv", files[0]))
    uploads.append(client.upload("upload_masked", "masked.csv", files[1]))
    return client


def use(client: Client, until: float, think: float, times: list[tuple[str, float]], seed: int) -> None:
    """Go from page to page in an order of one's own, and look at another scenario where a page shows one."""
    choose = random.Random(seed)
    left: list[str] = []
    while time.monotonic() < until:
        left = left or choose.sample(list(client.pages), len(client.pages))
        page = left.pop()
        times.append((page, client.rerun(page=page)))
        time.sleep(choose.uniform(0, 2 * think))
        seconds = client.choose_another("_scenario", choose)
        if seconds is not None:
            times.append((f"{page}, another scenario", seconds))
            time.sleep(choose.uniform(0, 2 * think))


def megabytes(server: Servers) -> int:
    """Return the resident memory of the server's processes."""
    return round(sum(psutil.Process(pid).memory_info().rss for pid in server.pids()) / 2**20)


def processor_seconds(server: Servers) -> float:
    """Return the processor time that the server itself has used, its runs not counted."""
    times = [psutil.Process(pid).cpu_times() for pid in server.pids()]
    return float(sum(t.user + t.system for t in times))


def run_goes_on(server: Servers) -> bool:
    """Whether the server has a run's process, which is known by giving way to all others."""
    processes = [psutil.Process(pid) for pid in server.pids()]
    return any(p.nice() >= process.nice() + NICENESS for process in processes for p in process.children())


def main() -> None:
    """Measure, and print one line for each figure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--think", type=float, default=1.0)
    parser.add_argument("--processes", type=int, default=1, choices=(1, 2))
    options = parser.parse_args()
    files = two_files(options.records)
    say(file_megabytes=[round(len(f) / 1e6, 1) for f in files])
    with tempfile.TemporaryDirectory() as folder:
        server = Servers(Path(folder), options.processes).start()
        try:
            measure(server, files, options)
        finally:
            server.stop()
            said = server.said()
        say(errors_in_log=said.count("reference"))


def measure(server: Servers, files: tuple[bytes, bytes], options: argparse.Namespace) -> None:
    """Use the pages during a run, first without, then with results on them; erase all; look at the memory."""
    start = first_visit(server)
    uploads: list[float] = []
    clients = [prepared(server.port, files, uploads) for _ in range(options.clients)]
    say(upload_and_read_seconds=quantiles(uploads), with_files_megabytes=megabytes(server))
    begin_run(clients[0])
    go_through_pages("own files, nothing measured yet", server, clients, options)
    for client in clients:
        client.erase()
        open_example(client)
    runner = prepared(server.port, files, uploads)
    begin_run(runner)
    go_through_pages("results on every page", server, clients, options)
    runner.rerun(page="methods")  # the Set up page would open the map by itself
    for client in (*clients, runner):
        client.erase()
    say(just_erased_megabytes=megabytes(server))
    time.sleep(60)
    end = megabytes(server)
    say(after_60_s_megabytes=end, ratio=round(end / start, 2), limit=1.5)
    for client in (*clients, runner):
        client.close()


def first_visit(server: Servers) -> int:
    """Look at every page with the worked example, so that all modules are loaded; return the memory after it."""
    client = Client(server.port)
    client.rerun()
    open_example(client)
    for page in client.pages:
        client.rerun(page=page)
    client.erase()
    client.close()
    say(start_megabytes=megabytes(server))
    return megabytes(server)


def begin_run(client: Client) -> None:
    """Start the run of a client's files."""
    client.rerun(page="setup")
    client.press("start_run")


def open_example(client: Client) -> None:
    """Open the worked example, so that every page has results to show."""
    client.rerun(page="setup")
    client.press("open_example")


def go_through_pages(what: str, server: Servers, clients: list[Client], options: argparse.Namespace) -> None:
    """Let all clients go from page to page at once; print what the reruns have taken."""
    times: list[tuple[str, float]] = []
    before = processor_seconds(server)
    until = time.monotonic() + options.seconds
    threads = [threading.Thread(target=use, args=(c, until, options.think, times, i)) for i, c in enumerate(clients)]
    for thread in threads:
        thread.start()
    peak = 0
    while any(thread.is_alive() for thread in threads):
        peak = max(peak, megabytes(server))
        time.sleep(0.5)
    spent = (processor_seconds(server) - before) / max(len(times), 1)
    say(pages_with=what, load_of_the_machine=os.getloadavg()[0], processor_seconds_a_rerun=round(spent, 3))
    say(rerun_seconds=quantiles([t for _, t in times]), run_still_on=run_goes_on(server), peak_megabytes=peak)
    for page in sorted({p for p, _ in times}):
        say(page=page, seconds=quantiles([t for p, t in times if p == page]))


if __name__ == "__main__":
    main()
