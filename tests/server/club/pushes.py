"""A push service and a webhook that keep what they get. The push service reads messages as the browser would."""

import http.server
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue
from typing import Any, NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from mamayev.server.club.push import coded, decoded, point

Json = dict[str, Any]


def verified(header: str) -> tuple[Json, str]:
    """The claims of a VAPID header whose signature is right, and the key."""
    kind, _, rest = header.partition(" ")
    parts = dict(one.strip().split("=", 1) for one in rest.split(","))
    assert kind == "vapid"
    head, claims, signature = parts["t"].split(".")
    both = decoded(signature)
    found = encode_dss_signature(int.from_bytes(both[:32]), int.from_bytes(both[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
    key.verify(found, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    assert msgspec.json.decode(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    read: Json = msgspec.json.decode(decoded(claims))
    assert time.time() < read["exp"] < time.time() + 86400
    return read, parts["k"]


class Device:
    """A browser that subscribes to pushes."""

    def __init__(self) -> None:
        self._key, self._secret = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"

    @property
    def keys(self) -> Json:
        """What the browser tells of its subscription."""
        return {"p256dh": coded(point(self._key.public_key())), "auth": coded(self._secret)}

    def read(self, body: bytes) -> Json:
        """A message, decrypted with the private key."""
        salt, length = body[:16], body[20]
        theirs = body[21 : 21 + length]
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        info = b"WebPush: info\0" + point(self._key.public_key()) + theirs

        def derived(secret: bytes, by: bytes, about: bytes, size: int) -> bytes:
            return HKDF(SHA256(), size, by, about).derive(secret)

        secret = derived(shared, self._secret, info, 32)
        cipher = AESGCM(derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16))
        nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        text = cipher.decrypt(nonce, body[21 + length :], None)
        assert text.endswith(b"\2")
        read: Json = msgspec.json.decode(text[:-1])
        return read


class Got(NamedTuple):
    """A request that came in."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float


class Web(http.server.ThreadingHTTPServer):
    """An HTTP server that keeps what it gets. `status`: what it answers. `slow`: the seconds between the bytes of its
    answers. `to`: where it redirects to."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.got: Queue[Got] = Queue()
        self.status, self.slow, self.to = 201, 0.0, ""
        self.headers: dict[str, str] = {}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, *_: Any) -> None:
        """A client that has given up or died is no error."""
        if not isinstance(sys.exception(), ConnectionError):
            raise

    def next(self) -> Got:
        """The next request."""
        return self.got.get(timeout=20)


class _Answers(http.server.BaseHTTPRequestHandler):
    server: Web

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        body = self.rfile.read(length)
        if len(body) < length:  # the sender has died in the middle of it
            raise ConnectionResetError
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.got.put(Got(self.path, headers, body, time.time()))
        if self.server.slow:
            for letter in b"HTTP/1.1 200 OK":
                time.sleep(self.server.slow)
                self.wfile.write(bytes([letter]))
        self.send_response(self.server.status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        if self.server.to:
            self.send_header("Location", self.server.to)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def web() -> Iterator[Web]:
    with Web() as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield server
        server.shutdown()
