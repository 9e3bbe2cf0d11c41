"""Passkeys with WebAuthn: the options for a browser, and the check of its answer."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec
import webauthn
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    parse_authentication_credential_json,
    parse_authenticator_data,
    parse_client_data_json,
    parse_registration_credential_json,
)
from webauthn.helpers.options_to_json_dict import options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    AuthenticatorTransport,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from mamayev.engine.refusal import Refusal

from .ceremonies import PASSKEY_SECONDS
from .settings import Settings
from .ways import Passkey

log = logging.getLogger(__name__)

Json = dict[str, Any]

ID_BYTES, KEY_BYTES = 1023, 4096
"""The maximum length of a stored passkey id (WebAuthn, section 4) and public key."""
ANSWER_BYTES = 24_000
"""The maximum length of a browser's answer. Real answers have up to 10,000 bytes, and parsing a hostile one takes
quadratic time."""
NO_PASSKEY = "The browser's answer is not a passkey. Try again."
UNKNOWN = (
    "This passkey does not open an account here. The account may have been deleted, or the passkey may have been "
    "removed."
)
COPIED = (
    "This passkey has been used elsewhere, so there may be a copy of it. Sign in another way, then remove it from your "
    "account."
)


class Made(NamedTuple):
    """A new passkey in its stored form."""

    id: str
    public_key: str
    sign_count: int
    transports: tuple[str, ...]


class Passkeys:
    """The passkeys of a club, which browsers bind to the name in its address."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._site = hashlib.sha256(settings.host.encode()).digest()

    def options_to_make(self, name: str, handle: str, known: Sequence[Passkey] = ()) -> tuple[str, Json]:
        """Return the challenge and the options for a new passkey. `handle`: the member's id in the passkey."""
        options = webauthn.generate_registration_options(
            rp_id=self._settings.host,
            rp_name=self._settings.name,
            user_name=name,
            user_id=bytes.fromhex(handle),
            timeout=int(PASSKEY_SECONDS * 1000),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
            ),
            exclude_credentials=[_described(one) for one in known],
        )
        return bytes_to_base64url(options.challenge), options_to_json_dict(options)

    def options_to_use(self) -> tuple[str, Json]:
        """Return the challenge and the options for signing in with any of the browser's passkeys for this club."""
        options = webauthn.generate_authentication_options(
            rp_id=self._settings.host, timeout=int(PASSKEY_SECONDS * 1000)
        )
        return bytes_to_base64url(options.challenge), options_to_json_dict(options)

    def made(self, credential: Json, challenge: str) -> Made:
        """Return the new passkey in a browser's answer. Raises Refusal."""
        with reading(credential):
            parsed = parse_registration_credential_json(credential)
            self._check_site(parsed.response.client_data_json, None)
            verified = webauthn.verify_registration_response(
                credential=parsed,
                expected_challenge=base64url_to_bytes(challenge),
                expected_rp_id=self._settings.host,
                expected_origin=self._settings.address,
            )
        if len(verified.credential_id) > ID_BYTES or len(verified.credential_public_key) > KEY_BYTES:
            raise Refusal(NO_PASSKEY, field="passkey", malformed=True)
        transports = tuple(dict.fromkeys(one.value for one in parsed.response.transports or ()))
        return Made(
            bytes_to_base64url(verified.credential_id),
            bytes_to_base64url(verified.credential_public_key),
            verified.sign_count,
            transports,
        )

    def id_of(self, credential: Json) -> str:
        """Return the id of the passkey in a browser's answer. Raises Refusal, including for another site's passkey."""
        with reading(credential):
            parsed = parse_authentication_credential_json(credential)
            self._check_site(parsed.response.client_data_json, parsed.response.authenticator_data)
        return parsed.id

    def check_used(self, credential: Json, challenge: str, passkey: Passkey) -> int:
        """Check a browser's answer for a passkey, and return the authenticator's use count. Raises Refusal."""
        with reading(credential):
            parsed = parse_authentication_credential_json(credential)
            count = parse_authenticator_data(parsed.response.authenticator_data).sign_count
            if (count or passkey.sign_count) and count <= passkey.sign_count:
                raise Refusal(COPIED, field="passkey")
            webauthn.verify_authentication_response(
                credential=parsed,
                expected_challenge=base64url_to_bytes(challenge),
                expected_rp_id=self._settings.host,
                expected_origin=self._settings.address,
                credential_public_key=base64url_to_bytes(passkey.public_key),
                credential_current_sign_count=passkey.sign_count,
            )
        return count

    def _check_site(self, client_data: bytes, authenticator_data: bytes | None) -> None:
        """Raise Refusal for a passkey of another site."""
        origin = parse_client_data_json(client_data).origin
        other = authenticator_data is not None and parse_authenticator_data(authenticator_data).rp_id_hash != self._site
        if origin != self._settings.address or other:
            raise Refusal(
                f"This passkey belongs to another address: use the one for {self._settings.host}.", field="passkey"
            )


@contextmanager
def reading(credential: Json) -> Iterator[None]:
    """Turn every error about a browser's answer into a Refusal, and refuse an answer that is too long. Anyone can send
    such an answer, and the library does not catch its parsers' errors."""
    try:
        if len(msgspec.json.encode(credential)) > ANSWER_BYTES:
            raise ValueError("too long")
        yield
    except Refusal:
        raise
    except Exception as error:
        log.debug("a passkey was not read: %r", error)
        raise Refusal(NO_PASSKEY, field="passkey", malformed=True) from None


def _described(passkey: Passkey) -> PublicKeyCredentialDescriptor:
    known = {one.value for one in AuthenticatorTransport}
    transports = [AuthenticatorTransport(one) for one in passkey.transports if one in known]
    return PublicKeyCredentialDescriptor(id=base64url_to_bytes(passkey.id), transports=transports)
