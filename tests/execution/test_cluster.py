"""Calls on a Dask cluster: the same bytes, also where a worker dies; what is wrong with a cluster is said in words."""

import re
import threading
from pathlib import Path

import numpy as np
import pytest
import yaml

from core.errors import ClusterError
from core.execution import Call, cluster, perform, versions
from tests.execution.cluster_calls import failing, product, product_after_a_death, slow

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]  # of distributed's own files and sockets


@pytest.fixture(autouse=True)
def _workers_find_the_calls(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path.cwd()))


def test_a_worker_that_dies_is_replaced_and_its_calls_done_again_with_the_same_bytes(tmp_path):
    matrix = np.random.default_rng(1).normal(size=(4000, 60))
    here = dict(perform(Call(i, product, (matrix, i)) for i in range(5)))
    mark = str(tmp_path / "died")
    there = dict(perform((Call(i, product_after_a_death, (matrix, i, mark)) for i in range(5)), cluster="local:1"))
    assert {i: a.tobytes() for i, a in there.items()} == {i: a.tobytes() for i, a in here.items()}
    assert (tmp_path / "died").exists()


@pytest.fixture
def in_this_process(monkeypatch):
    """A cluster of threads, which starts at once."""
    with cluster.LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as started:
        yield started


def test_an_array_on_its_way_to_a_worker_that_has_just_ended_is_sent_again(in_this_process, monkeypatch):
    monkeypatch.setattr(cluster, "SECONDS_BETWEEN_LOOKS", 0.05)
    send, lost = cluster.Client.scatter, []

    def scatter(client, array, **named):
        if not lost:
            lost.append(array)
            raise OSError("Stream is closed")
        return send(client, array, **named)

    monkeypatch.setattr(cluster.Client, "scatter", scatter)
    call = Call(0, product, (np.ones((4000, 60)), 0))
    ((_, there),) = perform([call], cluster=in_this_process.scheduler_address)
    assert len(lost) == 1
    assert there.tobytes() == call.perform()[1].tobytes()


def test_an_error_of_a_call_comes_back(in_this_process):
    with pytest.raises(ValueError, match="of the call"):
        list(perform([Call(0, failing, (0,))], cluster=in_this_process.scheduler_address))


def test_a_cluster_that_goes_away_ends_the_run_after_what_is_finished(in_this_process, monkeypatch):
    monkeypatch.setattr(cluster, "SECONDS_BETWEEN_LOOKS", 0.2)
    monkeypatch.setattr(cluster, "LOOKS_WITHOUT_WORKERS", 2)
    answers = perform((Call(i, slow, (i,)) for i in range(50)), cluster=in_this_process.scheduler_address)
    assert next(answers) == (0, 0)
    threading.Thread(target=in_this_process.close).start()
    with pytest.raises(ClusterError, match="is gone, or has no workers left"):
        list(answers)


def test_a_worker_with_other_versions_is_refused_by_name(in_this_process, monkeypatch):
    monkeypatch.setattr(cluster, "versions_here", lambda: {**versions.versions_here(), "numpy": "1.0"})
    with pytest.raises(ClusterError, match=r"worker .* does not fit this program: numpy 1.0 there, 2"):
        list(perform([Call(0, slow, (0,))], cluster=in_this_process.scheduler_address))


def test_what_cannot_be_a_cluster_is_said_in_words(monkeypatch):
    monkeypatch.setattr(cluster, "SECONDS_TO_CONNECT", 0.5)
    with pytest.raises(ClusterError, match=r"tcp://127.0.0.1:1 cannot be reached .*scheduler"):
        list(perform([], cluster="tcp://127.0.0.1:1"))
    with pytest.raises(
        ClusterError, match=r"asks for certificates.*distributed.comm.tls.client.cert.*docs/how-to/cluster.md"
    ):
        list(perform([Call(0, product, ())], cluster="tls://127.0.0.1:1"))
    with pytest.raises(ClusterError, match="write local: and the number of workers"):
        list(perform([], cluster="local:many"))


def test_a_program_without_dask_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(
        ClusterError, match=r'it needs distributed, not installed here: pip install "ru-map\[cluster\]"'
    ):
        list(perform([], cluster="local:1"))


def test_differences_are_named():
    assert versions.differences(versions.versions_here()) == ""
    assert "R-U Map cannot be imported there (ImportError)" in versions.differences(ImportError("core"))


def test_the_compose_file_installs_nothing_beside_the_locked_packages_of_the_image():
    text = Path("deploy/cluster.yaml").read_text(encoding="utf-8")
    for name, service in yaml.safe_load(text)["services"].items():
        assert (service["image"], "build" in service, "user" in service) == ("ru-map", False, False), name
    assert "pip" not in text
    locked = Path("requirements.txt").read_text(encoding="utf-8")
    assert {"dask", "distributed"} <= set(re.findall(r"(?m)^([a-z]+)==\S+ \\\n    --hash=sha256:", locked))
    dockerfile = Path("Dockerfile").read_text(encoding="utf-8")
    assert re.findall("pip install.*", dockerfile) == [
        "pip install --no-cache-dir --require-hashes -r requirements.txt",
        "pip install --no-cache-dir --no-deps --no-build-isolation ./extensions/archive",
    ]
    assert re.findall("USER.*", dockerfile) == ["USER 10001"]
