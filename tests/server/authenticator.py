"""A device that makes passkeys, and whose owner always agrees."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import encode_cbor

from tests.server.browsers import Browser
from tests.server.test_push import text64

PRESENT, VERIFIED, MADE = 0x01, 0x04, 0x40
"""Flags: of an owner who is there and has been checked, and of a passkey that has been made."""


class Authenticator:
    """One passkey, as WebAuthn has it."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id = secrets.token_bytes(16)
        self._signs = 0

    def make(self, browser: Browser) -> Any:
        """Whoever is at this browser is kept by the passkey; what they are told."""
        options = browser.post("/api/me/passkeys/options")["options"]
        about = self._about(options["rp"]["id"], MADE) + bytes(16)
        about += len(self._id).to_bytes(2) + self._id + self._public()
        made = {"fmt": "none", "attStmt": {}, "authData": about}
        response = {"attestationObject": text64(encode_cbor(made))}
        said = self._said("create", browser, options)
        return browser.post("/api/me/passkeys", self._credential(said, **response))

    def sign_in(self, browser: Browser) -> Any:
        """Whoever is at this browser is the owner of the passkey; what they are told."""
        options = browser.post("/api/sign-in/options")["options"]
        about, said = self._about(options["rpId"], 0), self._said("get", browser, options)
        signed = about + hashlib.sha256(said).digest()
        signature = self._key.sign(signed, ec.ECDSA(hashes.SHA256()))
        response = {"authenticatorData": text64(about), "signature": text64(signature)}
        return browser.post("/api/sign-in", self._credential(said, **response))

    def _about(self, party: str, made: int) -> bytes:
        self._signs += 1
        flags = bytes([PRESENT | VERIFIED | made])
        return hashlib.sha256(party.encode()).digest() + flags + self._signs.to_bytes(4)

    def _public(self) -> bytes:
        numbers = self._key.public_key().public_numbers()
        return encode_cbor(
            {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        )

    @staticmethod
    def _said(what: str, browser: Browser, options: Any) -> bytes:
        origin = browser.http.headers["origin"]
        told = {"type": f"webauthn.{what}", "challenge": options["challenge"], "origin": origin}
        return msgspec.json.encode(told)

    def _credential(self, said: bytes, **response: str) -> Any:
        id_ = text64(self._id)
        return {
            "credential": {
                "id": id_,
                "rawId": id_,
                "type": "public-key",
                "response": {"clientDataJSON": text64(said), **response},
            }
        }
