"""The writer in Python does what mypyc's does."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from librt.strings import BytesWriter, write_i32_le

from microciv.core import writer
from microciv.core.writer import PlainWriter, write_plain

BYTES = st.integers(0, 255)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("append"), BYTES),
        st.tuples(st.just("write"), st.binary(max_size=9)),
        st.tuples(st.just("number"), st.integers(-(2**31), 2**31 - 1)),
        st.tuples(st.just("change"), st.tuples(st.integers(0, 50), BYTES)),
        st.tuples(st.just("truncate"), st.integers(0, 50)),
    )
)


@given(STEPS)
def test_it_writes_the_same_bytes(steps):
    theirs, ours = BytesWriter(), PlainWriter()
    for what, given_ in steps:
        if what == "number":
            write_i32_le(theirs, given_)
            write_plain(ours, given_)
        elif what == "change" and given_[0] < len(ours):
            theirs[given_[0]], ours[given_[0]] = given_[1], given_[1]
            assert theirs[given_[0]] == ours[given_[0]]
        elif what == "truncate" and given_ <= len(ours):
            theirs.truncate(given_)
            ours.truncate(given_)
        elif what in ("append", "write"):
            getattr(theirs, what)(given_)
            getattr(ours, what)(given_)
        assert len(theirs) == len(ours)
        assert theirs.getvalue() == ours.getvalue()


def test_where_there_is_mypycs_it_is_used():
    assert writer.BytesWriter is BytesWriter
    assert writer.write_i32_le is write_i32_le
