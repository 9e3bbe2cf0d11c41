"""Web push: messages to the browsers of members, even while no page is open.

The messages are encrypted for the browser (RFC 8291), so the push service cannot read them. They are signed with the
club's own key (VAPID, RFC 8292), so no other server can send them.
"""

from __future__ import annotations

import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_private_key,
)

CURVE = ec.SECP256R1()
RECORD = 4096
"""The size of a record in bytes. A push service accepts one record per message."""
LONGEST = 3000
"""The maximum length of a message in bytes."""
SIGNED_SECONDS = 12 * 3600
"""The number of seconds for which a signature is valid. RFC 8292 allows a day."""


class Browser(NamedTuple):
    """A subscription of a browser: its public key and its secret, in base64url."""

    key: str
    secret: str


def new_key() -> str:
    """Return a new private key in stored form."""
    made = ec.generate_private_key(CURVE)
    return coded(made.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption()))


class Vapid:
    """The key with which a club signs. `contact`: the address of the club, for the operators of push services."""

    def __init__(self, stored: str, contact: str) -> None:
        self._key, self._contact = private_key(stored), contact
        self.public = coded(point(self._key.public_key()))

    def header(self, endpoint: str) -> str:
        """Return the Authorization header for a request to an endpoint."""
        to = urlsplit(endpoint)
        claims = {
            "aud": f"{to.scheme}://{to.netloc}",
            "exp": int(time.time()) + SIGNED_SECONDS,
            "sub": self._contact,
        }
        signed = ".".join(coded(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        return f"vapid t={signed}.{coded(r.to_bytes(32) + s.to_bytes(32))}, k={self.public}"


def private_key(stored: str) -> ec.EllipticCurvePrivateKey:
    """Return a key from its stored form."""
    found = load_der_private_key(decoded(stored), None)
    assert isinstance(found, ec.EllipticCurvePrivateKey)
    return found


def is_browser(browser: Browser) -> bool:
    """Return whether messages can be encrypted for a browser."""
    try:
        _public(browser.key)
        return len(decoded(browser.secret)) == 16
    except ValueError:
        return False


def encrypted(
    text: bytes, browser: Browser, *, key: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """Return the encrypted body of a message (RFC 8291, RFC 8188). `key` and `salt` are new for each message."""
    assert len(text) <= LONGEST
    key, salt = key or ec.generate_private_key(CURVE), salt or os.urandom(16)
    theirs, ours = decoded(browser.key), point(key.public_key())
    shared = key.exchange(ec.ECDH(), _public(browser.key))
    secret = _derived(shared, decoded(browser.secret), b"WebPush: info\0" + theirs + ours, 32)
    cipher = AESGCM(_derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4) + len(ours).to_bytes(1) + ours
    return head + cipher.encrypt(nonce, text + b"\2", None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def _public(text: str) -> ec.EllipticCurvePublicKey:
    """Return a public key. Raises ValueError."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(text))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as a point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def coded(data: bytes) -> str:
    """Return bytes in base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of base64url. Raises ValueError."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
