"""Sound bytes spoilt at random: bits, bytes, blocks, heads, ends; the same seed spoils the same way."""

import random
from collections.abc import Callable

HEAD = 512
NASTY = (b"\0", b"\xff" * 8, b"\x7f\xff\xff\xff", b"\x80\0\0\0", b'"', b"\r", b"PK\x03\x04", b"\n\n", b"9" * 40, b"-1")

Bytes = bytearray
Mutation = Callable[[random.Random, Bytes], Bytes]


def _place(rng: random.Random, content: Bytes, head: bool = False) -> int:
    return rng.randrange(min(len(content), HEAD) if head else len(content))


def flip_bits(rng: random.Random, content: Bytes) -> Bytes:
    """Turn up to 16 bits anywhere."""
    for _ in range(rng.randint(1, 16)):
        content[_place(rng, content)] ^= 1 << rng.randrange(8)
    return content


def edit_head(rng: random.Random, content: Bytes) -> Bytes:
    """Write other bytes over a few of the first ones."""
    for _ in range(rng.randint(1, 6)):
        content[_place(rng, content, head=True)] = rng.randrange(256)
    return content


def edit_end(rng: random.Random, content: Bytes) -> Bytes:
    """Write other bytes over a few of the last ones: footers and lists of contents are there."""
    for _ in range(rng.randint(1, 6)):
        content[len(content) - 1 - _place(rng, content, head=True)] = rng.randrange(256)
    return content


def edit_text(rng: random.Random, content: Bytes) -> Bytes:
    """Write other printable characters over a few bytes: what stays text."""
    for _ in range(rng.randint(1, 8)):
        content[_place(rng, content)] = rng.choice(b"0123456789abcXYZ ,;.\"'-+\n\t")
    return content


def cut(rng: random.Random, content: Bytes) -> Bytes:
    """Lose the end."""
    return content[: _place(rng, content)]


def insert(rng: random.Random, content: Bytes) -> Bytes:
    """Put something nasty in between."""
    at = _place(rng, content)
    return content[:at] + rng.choice(NASTY) * rng.randint(1, 50) + content[at:]


def overwrite(rng: random.Random, content: Bytes) -> Bytes:
    """Write something nasty over what is there."""
    at, nasty = _place(rng, content), rng.choice(NASTY)
    content[at : at + len(nasty)] = nasty
    return content


def repeat(rng: random.Random, content: Bytes) -> Bytes:
    """Write a block twice or more."""
    at = _place(rng, content)
    block = content[at : at + rng.randint(1, 4_096)]
    return content[:at] + block * rng.randint(2, 60) + content[at:]


def leave_out(rng: random.Random, content: Bytes) -> Bytes:
    """Lose a block."""
    at = _place(rng, content)
    return content[:at] + content[at + rng.randint(1, 2_048) :]


def swap(rng: random.Random, content: Bytes) -> Bytes:
    """Let two blocks change places."""
    size = rng.randint(1, 256)
    a, b = sorted((_place(rng, content), _place(rng, content)))
    if b - a < size:
        return content
    return content[:a] + content[b : b + size] + content[a + size : b] + content[a : a + size] + content[b + size :]


MUTATIONS: tuple[Mutation, ...] = (
    flip_bits, flip_bits, edit_head, edit_head, edit_end, edit_text, edit_text, cut, insert, overwrite, repeat,
    leave_out, swap,
)  # fmt: skip


def spoil(content: bytes, seed: str) -> bytes:
    """Return the bytes after one to three mutations.

    Parameters
    ----------
    content : bytes
    seed : str
        Names the run, the file and the number of the mutant.
    """
    rng = random.Random(seed)
    spoilt = bytearray(content)
    for _ in range(rng.randint(1, 3)):
        if spoilt:
            spoilt = rng.choice(MUTATIONS)(rng, spoilt)
    return bytes(spoilt)
