"""Generators that a test runs in a process of their own, and what is left of them."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import psutil

from core.execution import Call, perform


def work(array, seconds):
    """Work on a large array in a worker."""
    time.sleep(seconds)
    return os.getpid(), float(array[0])


def on_two_workers(n, seconds):
    """Yield (worker, number) of calls that share one large array."""
    array = np.full(400_000, 7.0)
    for _, answer in perform((Call(i, work, (array, seconds)) for i in range(n)), 2):
        yield answer


def stubborn():
    """Yield the id of a child that takes no notice of a polite signal."""
    code = "import signal, time; signal.signal(15, signal.SIG_IGN); print('ready', flush=True); time.sleep(99)"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    child.stdout.readline()
    yield child.pid
    time.sleep(99)


def hungry(megabytes):
    """Ask for more memory than the process may have."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))
    yield "started"
    yield bytearray(2 * megabytes * 2**20)


def quotes_data():
    """Fail with a message that quotes a value of the data."""
    yield "started"
    raise KeyError("Jane Canary, 4711")


def tree(pid):
    """Return a process and all its descendants."""
    parent = psutil.Process(pid)
    return [parent, *parent.children(recursive=True)]


def report_when_started():
    """Print the ids of this process and its two workers as soon as they are at work."""
    threading.Thread(target=_report, daemon=True).start()


def _report():
    # the process that workers are forked from looks like them
    until(lambda: len([p for p in tree(os.getpid()) if "forkserver" in " ".join(p.cmdline())]) == 3)
    until(lambda: shared_folders(os.getpid()))
    time.sleep(1)
    sys.stdout.write(" ".join(str(p.pid) for p in tree(os.getpid())) + "\n")
    sys.stdout.flush()


def alive(processes):
    """Return those that are still there, zombies not counted."""
    return [p for p in processes if p.is_running() and p.status() != psutil.STATUS_ZOMBIE]


def shared_folders(pid):
    """Return the folders in memory that a server's runs use."""
    return list(Path("/dev/shm").glob(f"ru-map-{pid}-*")) if Path("/dev/shm").is_dir() else []


def until(condition, seconds=90):
    """Wait for something; fail if it does not come about."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.05)
