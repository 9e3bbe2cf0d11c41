"""Web push: the worked example of RFC 8291, and the signature of RFC 8292."""

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from mamayev.server.club.push import Browser, Vapid, coded, decoded, encrypted, is_browser, new_key

from .pushes import verified

TEXT = b"When I grow up, I want to be a watermelon"
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
OURS = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SENT = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_worked_example_of_the_rfc() -> None:
    key = ec.derive_private_key(int.from_bytes(decoded(OURS)), ec.SECP256R1())
    assert coded(encrypted(TEXT, Browser(KEY, SECRET), key=key, salt=decoded(SALT))) == SENT


def test_each_message_has_a_key_of_its_own() -> None:
    first, second = (encrypted(TEXT, Browser(KEY, SECRET)) for _ in range(2))
    assert first[:86] != second[:86]


def test_a_signature_names_the_push_service_and_the_club() -> None:
    vapid = Vapid(new_key(), "https://club.example.org")
    claims, key = verified(vapid.header("https://push.example.net:8443/send/abc?x=1"))
    assert (claims["aud"], claims["sub"], key) == (
        "https://push.example.net:8443",
        "https://club.example.org",
        vapid.public,
    )
    assert msgspec.convert(claims["exp"], int)


@pytest.mark.parametrize(
    ("key", "secret"), [("", SECRET), (KEY[:-4], SECRET), (KEY, ""), (KEY, SECRET[:-4]), ("A" * 87, SECRET), ("ü", "ü")]
)
def test_a_broken_subscription_is_known(key: str, secret: str) -> None:
    assert is_browser(Browser(KEY, SECRET))
    assert not is_browser(Browser(key, secret))
