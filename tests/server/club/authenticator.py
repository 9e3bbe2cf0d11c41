"""An authenticator in software: it makes passkeys and signs with them, for the site that it believes to be at."""

import hashlib
import json
import secrets
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

Json = dict[str, Any]
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """`origin` is the page's. `counts`: whether it counts its signatures, as keys in hardware do."""

    def __init__(self, origin: str, counts: bool = False) -> None:
        self.origin, self.counts, self.count = origin, counts, 0
        self.keys: dict[str, tuple[ec.EllipticCurvePrivateKey, str, str]] = {}

    def make(self, options: Json) -> Json:
        """A new passkey, as PublicKeyCredential.toJSON() gives it."""
        key, passkey = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
        numbers = key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + struct.pack(">H", len(passkey)) + passkey + cbor2.dumps(cose)
        data = self._data(options["rp"]["id"], ATTESTED) + attested
        name = bytes_to_base64url(passkey)
        self.keys[name] = key, options["rp"]["id"], options["user"]["id"]
        response = {
            "clientDataJSON": bytes_to_base64url(self._client("webauthn.create", options["challenge"])),
            "attestationObject": bytes_to_base64url(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
            "transports": ["internal"],
        }
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}

    def use(self, options: Json, name: str | None = None) -> Json:
        """An answer that is signed with a passkey, the last one that was made."""
        name = name or list(self.keys)[-1]
        key, site, handle = self.keys[name]
        self.count += self.counts
        data, client = self._data(site), self._client("webauthn.get", options["challenge"])
        signature = key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        response = {
            "clientDataJSON": bytes_to_base64url(client),
            "authenticatorData": bytes_to_base64url(data),
            "signature": bytes_to_base64url(signature),
            "userHandle": handle,
        }
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}

    def _data(self, site: str, flags: int = 0) -> bytes:
        flags |= PRESENT | VERIFIED
        return hashlib.sha256(site.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _client(self, kind: str, challenge: str) -> bytes:
        assert base64url_to_bytes(challenge)
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()
