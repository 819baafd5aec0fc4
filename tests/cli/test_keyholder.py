"""A site that does not answer."""

import errno
import http.client
import socket
import ssl
import urllib.error

import pytest

from microciv.cli.keyholder import silence

SITE = "http://localhost:1"


@pytest.mark.parametrize("error, why", [
    (ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused"), "connection refused"),
    (urllib.error.URLError(TimeoutError("timed out")), "timed out"),
    (urllib.error.URLError(socket.gaierror(-2, "Name or service not known")),
     "its name is not known"),
    # Its number 1 is no "operation not permitted".
    (urllib.error.URLError(ssl.SSLError(1, "certificate verify failed")),
     "certificate verify failed"),
    (http.client.RemoteDisconnected("Remote end closed connection without response"),
     "remote end closed connection without response"),
    (ValueError("no number"), "no number"),
])  # fmt: skip
def test_why_it_does_not_answer_is_said(error, why):
    said = str(silence(SITE, error))
    assert said.startswith(f"{SITE} does not answer: ")
    assert why in said
