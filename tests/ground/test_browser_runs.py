"""The system's Chromium can be driven."""

import pytest
from playwright.sync_api import Browser


@pytest.mark.browser
def test_chromium_runs_scripts(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content("<button onclick='this.textContent = 6 * 7'>roll</button>")
    page.get_by_role("button").click()
    assert page.get_by_role("button").inner_text() == "42"
    page.close()
