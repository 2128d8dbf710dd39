"""Objects that cross between processes arrive as they were, in pieces of a limited size."""

import pickle
from collections import deque

import numpy as np
import pytest

from core.data import Column, Microdata
from core.execution.object_pipe import MANY, PIECE, ObjectPipe

N = 120_000


class Both:
    """Stands for both ends of a pipe: what is sent waits to be received."""

    def __init__(self):
        self.waiting, self.sizes = deque(), []

    def send_bytes(self, content):
        self.sizes.append(len(content))
        self.waiting.append(bytes(content))

    def recv_bytes(self):
        return self.waiting.popleft()

    def recv_bytes_into(self, into, start):
        content = self.waiting.popleft()
        into[start : start + len(content)] = content
        return len(content)


@pytest.fixture
def file():
    labels = tuple(f"text {i:06d}" for i in range(N))
    number = Column(np.where(np.arange(N) % 7 == 0, np.nan, np.arange(N) / 7))
    text = Column(None, np.arange(N, dtype=np.int32), labels)
    return Microdata("o.csv", {"number": number, "text": text}, N, value_labels={"text": {t: t + "!" for t in labels}})


@pytest.mark.slow
def test_a_file_arrives_as_it_was_in_small_pieces(file):
    ends = Both()
    size = ObjectPipe(ends).send(file)
    assert sum(ends.sizes) == size > 4_000_000
    assert max(ends.sizes) <= PIECE
    arrived = ObjectPipe(ends).receive()
    assert not ends.waiting
    for name, column in file.columns.items():
        other = arrived.columns[name]
        assert other.labels == column.labels
        for mine, theirs in ((column.numbers, other.numbers), (column.codes, other.codes)):
            assert (mine is None) == (theirs is None)
            if mine is not None:
                np.testing.assert_array_equal(mine, theirs)
                assert mine.dtype == theirs.dtype
                assert theirs.flags.writeable
    assert arrived.value_labels == file.value_labels
    assert list(arrived.value_labels["text"]) == list(file.value_labels["text"])


def test_what_an_answer_has_from_the_question_is_the_same_object(file):
    ends = Both()
    here, there = ObjectPipe(ends), ObjectPipe(ends)
    here.send(file)
    arrived = there.receive()
    before = len(ends.sizes)
    there.send([arrived.columns["number"].numbers, arrived.columns["text"].labels, np.arange(N)])
    numbers, labels, new = here.receive()
    assert numbers is file.columns["number"].numbers
    assert labels is file.columns["text"].labels
    np.testing.assert_array_equal(new, np.arange(N))
    assert sum(ends.sizes[before:]) < new.nbytes + 1000


@pytest.mark.parametrize(
    "thing",
    [
        np.arange(0.0),
        np.arange(N).reshape(2, -1),
        np.arange(N).reshape(2, -1).T,
        np.arange(N)[::2],
        np.arange(N) > 7,
        np.array(["a", "bc"] * N),
        np.array(["a", None] * N, dtype=object),
    ],
)
def test_arrays_of_any_kind_arrive(thing):
    ends = Both()
    ObjectPipe(ends).send((thing, thing))
    first, second = ObjectPipe(ends).receive()
    assert first is second
    assert first.dtype == thing.dtype
    np.testing.assert_array_equal(first, thing)


def test_large_collections_within_large_ones_arrive():
    inner = tuple(range(3 * MANY + 1))
    outer = {i: (inner, {"i": i}) for i in range(2 * MANY)}
    ends = Both()
    ObjectPipe(ends).send(outer)
    arrived = ObjectPipe(ends).receive()
    assert list(arrived) == list(outer)
    assert arrived[MANY] == outer[MANY]
    assert all(first is arrived[0][0] and second == {"i": i} for i, (first, second) in arrived.items())


def test_nothing_is_sent_of_what_cannot_be_pickled():
    ends = Both()
    line = ObjectPipe(ends)
    with pytest.raises((AttributeError, pickle.PicklingError)):
        line.send((np.arange(N), lambda: 0))
    assert not ends.waiting
    line.send(np.arange(N))
    np.testing.assert_array_equal(ObjectPipe(ends).receive(), np.arange(N))
