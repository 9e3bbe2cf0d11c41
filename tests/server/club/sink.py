"""A mail server that keeps what it gets."""

import email
import email.policy
import socketserver
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from queue import Queue
from typing import Any

REFUSED = "refused@example.org"


class Sink(socketserver.ThreadingTCPServer):
    """Takes every mail but those to `REFUSED`. `down`: it is out of order. `utf8`: it knows addresses in all letters.
    `fails` is set when it has failed to take a mail."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.mails: Queue[EmailMessage] = Queue()
        self.raw = b""
        """The last mail as it came."""
        self.refused = 0
        self.down = self.utf8 = False
        self.fails = threading.Event()

    def handle_error(self, *_: Any) -> None:
        """A sender that dies is no error."""
        if not isinstance(sys.exception(), ConnectionError):
            raise

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def mail(self) -> EmailMessage:
        """The next mail."""
        return self.mails.get(timeout=20)

    def code(self) -> str:
        """The code in the next mail."""
        lines: list[str] = self.mail().get_content().splitlines()
        return next(line.replace(" ", "") for line in lines if line.startswith("    "))


class _Talk(socketserver.StreamRequestHandler):
    server: Sink

    def handle(self) -> None:
        if self.server.down:
            self._say("421 out of order")
            self.server.fails.set()
            return
        self._say("220 sink")
        while line := self.rfile.readline().decode().strip():
            verb = line.partition(" ")[0].upper()
            if verb == "EHLO":
                self._say("250-sink\r\n250 SMTPUTF8" if self.server.utf8 else "250 sink")
            elif verb == "RCPT" and REFUSED in line:
                self.server.refused += 1
                self._say("550 no such mailbox")
            elif verb == "DATA":
                self._say("354 go on")
                self._keep()
                self._say("250 kept")
            elif verb == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 fine")

    def _keep(self) -> None:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            if not line:  # the sender has died in the middle of a mail
                raise ConnectionResetError
            lines.append(line.removeprefix(b"."))
        self.server.raw = b"".join(lines)
        mail = email.message_from_bytes(self.server.raw, policy=email.policy.default)
        self.server.mails.put(mail)

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@contextmanager
def running() -> Iterator[Sink]:
    with Sink() as sink:
        threading.Thread(target=sink.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield sink
        sink.shutdown()
