"""Web push: what is told is encrypted for one browser (RFC 8291), and signed by this site, so that
the browser's push service takes it (RFC 8292). That service reads nothing of it.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final, final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from microciv.server.notices.channels import Gone, Threads
from microciv.server.notices.outbound import post
from microciv.server.notices.texts import News, push_body
from microciv.server.settings import Settings
from microciv.server.store import sql
from microciv.server.store.store import Store
from microciv.server.wire.messages import Refused
from microciv.speech import t

NAME: Final = "push"
CURVE: Final = ec.SECP256R1()
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of that curve: a private key is a number below it."""
RECORD: Final = 4096
AUTH_BYTES: Final = 16
DAY: Final = 24 * 60 * 60
SIGNED_FOR: Final = DAY // 2


async def private_key(store: Store) -> ec.EllipticCurvePrivateKey:
    """The site's own (VAPID), made when it is first asked for."""
    secret = await store.run(sql.secret_of(NAME, secrets.token_hex(32)))
    return ec.derive_private_key(int(secret, 16) % (ORDER - 1) + 1, CURVE)


def public_text(key: ec.EllipticCurvePrivateKey) -> str:
    """What browsers subscribe with."""
    return _text(_point(key.public_key()))


def check_keys(public: str, auth: str) -> None:
    """:raises Refused: "malformed", for what is no key of a browser."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, _bytes(public))
        fine = len(_bytes(auth)) == AUTH_BYTES
    except ValueError:
        fine = False
    if not fine:
        raise Refused("malformed", t("expected the keys of a browser's subscription"))


def sealed(body: bytes, public: str, auth: str) -> bytes:
    """Readable by the browser alone."""
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, _bytes(public))
    ours, salt = ec.generate_private_key(CURVE), os.urandom(16)
    point = _point(ours.public_key())
    info = b"WebPush: info\0" + _point(theirs) + point
    shared = _derived(ours.exchange(ec.ECDH(), theirs), _bytes(auth), info, 32)
    key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, body + b"\2", None)


def signed(endpoint: str, site: str, key: ec.EllipticCurvePrivateKey) -> str:
    """Who sends it, for a header."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + SIGNED_FOR,
        "sub": site,
    }
    told = [_text(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    text = ".".join(told)
    halves = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    signature = b"".join([half.to_bytes(32, "big") for half in halves])
    return f"vapid t={text}.{_text(signature)}, k={public_text(key)}"


@final
class Pushes:
    """A `Channel`: its target is the endpoint of a browser."""

    def __init__(self, store: Store, settings: Settings, threads: Threads) -> None:
        self._store = store
        self._site = settings.site or ""
        self._loopback = settings.loopback
        self._threads = threads

    async def send(self, target: str, news: list[News]) -> None:
        """:raises Gone, Failed:"""
        rows = await self._store.one("SELECT public, auth FROM pushes WHERE endpoint = ?", target)
        if not rows:
            raise Gone
        key = await private_key(self._store)
        for one in news:
            await self._threads.run(self._post, target, rows[0], one.table, push_body(one), key)

    def _post(
        self,
        target: str,
        keys: tuple[str, str],
        table: str,
        body: bytes,
        key: ec.EllipticCurvePrivateKey,
    ) -> None:
        # A later word on a table takes the place of one that still waits; the table is not named.
        topic = _text(hashlib.sha256(f"{self._site} {table}".encode()).digest())[:32]
        headers = {
            "Authorization": signed(target, self._site, key),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(DAY),
            "Topic": topic,
        }
        post(target, sealed(body, *keys), headers, loopback=self._loopback)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    """:raises ValueError:"""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
