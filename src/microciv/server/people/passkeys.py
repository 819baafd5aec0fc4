"""Passkeys, by WebAuthn: what browsers are asked, and whether what they answer is so.

`webauthn` is loaded when somebody wants it: with its cryptography that takes half a second, so all
of this is for a thread beside the one that serves.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from microciv.server import refusals
from microciv.server.store.rows import PasskeyRow
from microciv.server.wire.messages import Plain, Refused

SECONDS: Final = 300
"""Seconds that a browser may take to answer."""
SITE: Final = "microciv"


@dataclass(frozen=True)
class Party:
    """The site as a browser has it: passkeys of one name are no good under another."""

    origin: str

    @property
    def id(self) -> str:
        return urlsplit(self.origin).hostname or ""


def challenge_of(credential: Plain) -> str:
    """The challenge that an answer claims to be to.

    :raises Refused: if it is no such answer.
    """
    from webauthn.helpers import base64url_to_bytes

    try:
        said = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        challenge = said["challenge"]
    except Exception:  # noqa: BLE001  # strangers may send anything
        raise _bad() from None
    if not isinstance(challenge, str):
        raise _bad()
    return challenge


def creation(party: Party, person: str, name: str, known: list[str]) -> tuple[Plain, str]:
    """The options with which a browser makes a passkey, and their challenge."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes, structs

    options = webauthn.generate_registration_options(
        rp_id=party.id,
        rp_name=SITE,
        user_name=name,
        user_display_name=name,
        user_id=person.encode(),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=base64url_to_bytes(id_)) for id_ in known
        ],
        timeout=SECONDS * 1000,
    )
    return _plain(webauthn.options_to_json(options))


def request(party: Party) -> tuple[Plain, str]:
    """The options with which a browser shows which passkeys it has, and their challenge."""
    import webauthn

    options = webauthn.generate_authentication_options(rp_id=party.id, timeout=SECONDS * 1000)
    return _plain(webauthn.options_to_json(options))


def _plain(options: str) -> tuple[Plain, str]:
    told: dict[str, Any] = json.loads(options)
    return told, str(told["challenge"])


def made(party: Party, credential: Plain, challenge: str) -> PasskeyRow:
    """The passkey that a browser has made, to this challenge.

    :raises Refused: if it is not of this site, or not to this challenge.
    """
    import webauthn
    from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=party.id,
            expected_origin=party.origin,
        )
    except Exception:  # noqa: BLE001  # strangers may send anything, and its words may quote it
        raise _bad() from None
    return PasskeyRow(
        bytes_to_base64url(found.credential_id), found.credential_public_key, found.sign_count
    )


def signs(party: Party, credential: Plain, challenge: str, known: PasskeyRow) -> int:
    """How often the passkey has signed by now, if this signature is its own.

    :raises Refused: if it is not, or not of this site, or not to this challenge.
    """
    import webauthn
    from webauthn.helpers import base64url_to_bytes

    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=known.public,
            credential_current_sign_count=known.signs,
        )
    except Exception:  # noqa: BLE001  # strangers may send anything, and its words may quote it
        raise _bad() from None
    return found.new_sign_count


def id_of(credential: Plain) -> str:
    """The id of the passkey that a browser has answered with.

    :raises Refused: if there is none.
    """
    id_ = credential.get("id")
    if not isinstance(id_, str):
        raise _bad()
    return id_


def _bad() -> Refused:
    return Refused("bad_passkey", refusals.bad_passkey())
