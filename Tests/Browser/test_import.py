"""Import and export of recipes in a browser, with and without scripts, with the real program."""

import http.server
import io
import threading
import zipfile

import pytest
from playwright.sync_api import expect

from hanging_imports import PEOPLE, TOLD, hang, silence
from running_site import RunningSite

SOUP = "Nettle soup\nServes 4\n200 g nettles\n1 onion, chopped\n2 pinches of frobnium\n100 g brocoli\nBoil it for an hour.\nServe it hot."
PAGE = """<html lang="en"><title>Borscht</title><h1>Borscht</h1><script type="application/ld+json">
{"@type": "Recipe", "name": "Borscht", "author": "Olha", "recipeIngredient": ["2 beetroots", "1 tsp salt"],
"recipeInstructions": ["Boil.", "Eat."], "keywords": "red"}</script>"""


@pytest.fixture
def neighbour():
    """Another site on this machine."""

    class Pages(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(302 if self.path == "/inside" else 200)
            if self.path == "/inside":
                self.send_header("Location", "http://169.254.169.254/latest/")
            self.end_headers()
            self.wfile.write(PAGE.encode())

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture
def site(tmp_path, neighbour, seeded_data):
    site = RunningSite(tmp_path / "var", seeded_data)
    # The site must not use a proxy from the environment.
    site.environment |= {"TOQUE_IMPORT_TEST_HOST": neighbour, "http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9"}
    site.start()
    yield site
    site.stop()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_text_is_looked_at_saved_and_published_with_ones_word(visit, site: RunningSite, scripts):
    alice = visit(site, java_script_enabled=scripts).log_in("alice")
    page = alice.go("/my/recipes")
    page.locator("main").get_by_role("link", name="Import a recipe").first.click()
    alice.change("/recipes/import", text=SOUP)
    expect(page.get_by_role("status")).to_contain_text("Nothing is saved yet")
    expect(page.get_by_role("row", name="frobnium")).to_contain_text("not known")
    expect(page.get_by_role("row", name="brocoli")).to_contain_text("broccoli likely match")
    page.get_by_role("button", name="Save as a private draft").click()
    expect(page.get_by_role("status")).to_contain_text("private draft")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nettle soup")
    # The browser refuses to send the form without the tick. Without that check, the server would refuse it.
    page.get_by_role("button", name="Submit for review").click()
    expect(page.get_by_role("button", name="Submit for review")).to_be_visible()
    page.get_by_label("I have the right to publish this text").check()
    page.get_by_role("button", name="Submit for review").click()
    expect(page.get_by_role("status")).to_contain_text("Submitted.")


def test_a_dropped_file_is_read_at_once_and_a_pasted_text_goes_where_texts_go(visit, site: RunningSite):
    alice = visit(site).log_in("alice")
    page = alice.go("/recipes/import")
    page.locator("#address").evaluate(
        """(field, text) => {
            const data = new DataTransfer();
            data.setData("text", text);
            field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }""",
        SOUP,
    )
    expect(page.locator("#text")).to_have_value(SOUP)
    expect(page.locator("#text")).to_be_focused()
    page.locator("#text").fill("")
    with page.expect_navigation():
        page.evaluate(
            """(text) => {
                const data = new DataTransfer();
                data.items.add(new File([text], "soup.txt", { type: "text/plain" }));
                dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
            }""",
            SOUP,
        )
    expect(page.get_by_role("heading", level=2, name="Nettle soup")).to_be_visible()
    expect(page.locator(".import-name")).to_have_text("soup.txt")


def test_a_page_comes_by_its_address_and_nothing_inside_does(visit, site: RunningSite, neighbour: str):
    alice = visit(site).log_in("alice")
    page = alice.go("/recipes/import")
    alice.change("/recipes/import", address=neighbour + "/borscht")
    expect(page.get_by_role("heading", level=2, name="Borscht")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Olha")
    for address, words in {
        neighbour + "/inside": "isn’t on the public internet",
        "http://169.254.169.254/": "isn’t on the public internet",
        site.address: "only open pages on the standard ports",
        "file:///etc/passwd": "isn’t a web address",
    }.items():
        alice.expects.add(422)
        alice.go("/recipes/import")
        alice.send("/recipes/import", address=address)
        expect(page.locator("#address-error")).to_contain_text(words)
        expect(page.locator("#address")).to_have_value(address)


def test_twenty_imports_from_a_silent_site_end_in_time_and_hold_up_nobody(tmp_path, seeded_data):
    with silence() as address:
        site = RunningSite(tmp_path / "var", seeded_data)
        site.environment["TOQUE_IMPORT_TEST_HOST"] = address
        site.start()
        try:
            answers, pages, _ = hang(site, "alice", address)
        finally:
            site.stop()
    assert [status for status, _ in answers] == [422] * PEOPLE
    assert all(TOLD in text and f'value="{address}/soup"' in text for _, text in answers)
    assert len(pages) >= PEOPLE, "pages had to wait for the imports"


def test_all_recipes_leave_in_one_archive_and_come_back(visit, site: RunningSite):
    alice, charlie = visit(site).log_in("alice"), visit(site).log_in("charlie")
    page = alice.go("/my/recipes")
    with page.expect_download() as download:
        page.get_by_role("link", name="download the archive").click()
    archive = download.value.path()
    with zipfile.ZipFile(io.BytesIO(archive.read_bytes())) as files:
        assert files.testzip() is None
        count = sum(name.endswith(".jsonld") for name in files.namelist())
    assert count == alice.json("/my/recipes")["total"] > 1
    page = charlie.go("/recipes/import")
    before = charlie.json("/my/recipes")["total"]
    page.locator("#file").set_input_files({"name": "all.zip", "mimeType": "application/zip", "buffer": archive.read_bytes()})
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("input[name=recipe]:checked")).to_have_count(count)
    page.locator("input[name=recipe]").first.uncheck()
    page.get_by_role("button", name="Save selected").click()
    expect(page.get_by_role("status")).to_contain_text("private drafts")
    assert charlie.json("/my/recipes")["total"] == before + count - 1
