"""Bytes in the making: `BytesWriter` of mypyc's own runtime (`librt`), which compiled code fills
without numbers of Python.

Where that has no wheel, as in browsers, there is the same in Python.
"""

from __future__ import annotations

from typing import final


@final
class PlainWriter:
    """What `BytesWriter` does."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def append(self, byte: int) -> None:
        """One more, from 0 to 255."""
        self._bytes.append(byte)

    def write(self, content: bytes) -> None:
        """Several more."""
        self._bytes += content

    def getvalue(self) -> bytes:
        """A copy of all of them."""
        return bytes(self._bytes)

    def truncate(self, size: int) -> None:
        """Only the first ones stay."""
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
