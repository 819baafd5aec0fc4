"""What a browser is told by push, and that it alone can read it."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from microciv.server.notices.push import sealed
from microciv.server.store.store import open_store
from tests.server.browsers import PIXEL, browsers
from tests.server.post import SITE, Post
from tests.server.site import serving


class Device:
    """What a browser keeps to read what is pushed to it."""

    def __init__(self, private: bytes, auth: bytes) -> None:
        self.key = ec.derive_private_key(int.from_bytes(private, "big"), ec.SECP256R1())
        how = Encoding.X962, PublicFormat.UncompressedPoint
        self.public, self.auth = self.key.public_key().public_bytes(*how), auth

    def keys(self) -> dict[str, str]:
        return {"p256dh": text64(self.public), "auth": text64(self.auth)}

    def reads(self, body: bytes) -> bytes:
        salt, point, sealed = body[:16], body[21:86], body[86:]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        secret = self.key.exchange(ec.ECDH(), theirs)
        secret = hkdf(secret, self.auth, b"WebPush: info\0" + self.public + point, 32)
        key = hkdf(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = hkdf(secret, salt, b"Content-Encoding: nonce\0", 12)
        return AESGCM(key).decrypt(nonce, sealed, None).removesuffix(b"\2")


def hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def text64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


DEVICE: Final = Device(
    bytes64("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), bytes64("BTBZMqHH6r4Tts7J_aSIgg")
)
"""That of the example in RFC 8291."""


def test_a_browser_reads_the_example_of_the_standard_and_what_we_seal():
    example = bytes64(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
        "lcy4a-fN"
    )
    assert b"When I grow up, I want to be a watermelon" == DEVICE.reads(example)
    assert b"your turn" == DEVICE.reads(sealed(b"your turn", *DEVICE.keys().values()))


def is_signed(header: str, audience: str, public: str) -> bool:
    found = re.fullmatch(r"vapid t=([\w-]+\.([\w-]+))\.([\w-]+), k=([\w-]+)", header)
    assert found is not None
    text, claims, signature, key = found.groups()
    halves = [
        int.from_bytes(half, "big") for half in (bytes64(signature)[:32], bytes64(signature)[32:])
    ]
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes64(key))
    theirs.verify(encode_dss_signature(*halves), text.encode(), ec.ECDSA(hashes.SHA256()))
    told = msgspec.json.decode(bytes64(claims))
    return (audience, SITE, public) == (told["aud"], told["sub"], key)


def test_a_device_is_told_by_push_until_it_is_signed_out(post: Post):
    with serving(open_store(post.address), post.settings(smtp=None)) as site:
        post.come(site, ("Ann", "Ben", "Cleo"))
        ann, ben = post.people["Ann"], post.people["Ben"]
        endpoint = {"endpoint": f"{post.web.address}/push/ann", "keys": DEVICE.keys()}
        assert ann.post("/api/me/push", {**endpoint, "endpoint": f"{post.web.address}/x"})["push"]
        assert ann.post("/api/me/push", endpoint)["push"]
        gone = {**endpoint, "endpoint": f"{post.web.address}/push/410"}
        assert ben.post("/api/me/push", gone)["push"]
        assert "malformed" == ben.refused(
            "/api/me/push", {**gone, "keys": {"p256dh": "x", "auth": "y"}}
        )
        post.begin()
        post.passes(61)
        pushed = [sent for sent in post.web.kept if sent.path.startswith("/push")]
        assert ["/push/410", "/push/ann"] == sorted([sent.path for sent in pushed])
        [sent] = [sent for sent in pushed if sent.path == "/push/ann"]
        assert msgspec.json.decode(DEVICE.reads(sent.body)) == {
            "title": "Your turn in 5X",
            "body": "It is your turn in 5X with Ben and Cleo.",
            "path": f"/t/{post.table}",
            "off": "No more on this device",
        }
        public = site.get("/api/notices").json()["push"]
        assert is_signed(sent.headers["authorization"], post.web.address, public)
        assert "aes128gcm" == sent.headers["content-encoding"]
        assert post.table not in str(sent.headers)
        assert not ben.me()["push"]
        with browsers(site, PIXEL) as [phone]:
            phone.post("/api/me/device", {"words": ann.post("/api/me/code")["words"]})
            phone.post("/api/me/push", {**endpoint, "endpoint": f"{post.web.address}/push/phone"})
            assert 2 == len(post.rows("SELECT 1 FROM pushes"))
            ann.post("/api/me/sign-out", {"others": True})
        assert 1 == len(post.rows("SELECT 1 FROM pushes"))
        assert not ann.post("/api/me/push/forget")["push"]
    with serving(open_store(post.address), post.settings(loopback=False)) as site:
        assert public == site.get("/api/notices").json()["push"]
        with browsers(site, PIXEL) as [guest]:
            guest.post("/api/me")
            assert "malformed" == guest.refused("/api/me/push", endpoint)
