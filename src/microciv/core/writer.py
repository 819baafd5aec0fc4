"""Building bytes: the `BytesWriter` of mypyc's own runtime (`librt`), which compiled code fills
without boxing numbers as Python objects.

Where `librt` has no wheel, as in browsers, a Python class of the same interface replaces it.
"""

from __future__ import annotations

from typing import final


@final
class PlainWriter:
    """The interface of `BytesWriter`, in Python."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def append(self, byte: int) -> None:
        """Add one byte, from 0 to 255."""
        self._bytes.append(byte)

    def write(self, content: bytes) -> None:
        """Add several bytes."""
        self._bytes += content

    def getvalue(self) -> bytes:
        """A copy of all bytes so far."""
        return bytes(self._bytes)

    def truncate(self, size: int) -> None:
        """Keep only the first `size` bytes."""
        del self._bytes[size:]

    def __len__(self) -> int:
        return len(self._bytes)

    def __getitem__(self, index: int) -> int:
        return self._bytes[index]

    def __setitem__(self, index: int, byte: int) -> None:
        self._bytes[index] = byte


def write_plain(writer: PlainWriter, number: int) -> None:
    """What `write_i32_le` does: four bytes, the lowest first."""
    writer.write(number.to_bytes(4, "little", signed=True))


try:
    from librt.strings import BytesWriter, write_i32_le
except ImportError:
    BytesWriter, write_i32_le = PlainWriter, write_plain  # type: ignore[assignment,misc]

__all__ = ["BytesWriter", "PlainWriter", "write_i32_le", "write_plain"]
