"""The tests of notices, once more on PostgreSQL."""

import pytest

from . import test_attacks_notices, test_notices
from .test_postgres import address

pytestmark = pytest.mark.xdist_group("postgres")

for test in (
    test_attacks_notices.test_a_notice_that_cannot_be_decided_leaves_the_others_alone,
    test_notices.test_a_turn_is_told_by_mail,
    test_notices.test_one_notice_until_its_player_has_looked,
    test_notices.test_nobody_is_told_about_the_game_that_they_look_at,
    test_notices.test_one_mail_a_day,
    test_notices.test_two_servers_send_each_notice_once,
    test_notices.test_a_server_that_dies_leaves_its_deliveries_to_another,
    test_notices.test_a_muted_game_is_silent,
    test_notices.test_a_push_is_encrypted_for_the_browser_and_signed,
):
    globals()[test.__name__] = test
del test
at_once, sink, hook, marta, jaro = (
    test_notices.at_once,
    test_notices.sink,
    test_notices.hook,
    test_notices.marta,
    test_notices.jaro,
)
__all__ = ["address", "at_once", "hook", "jaro", "marta", "sink"]
