"""Hostile values in addresses, cookies and returned forms. Each page must equal the harmless one, except for the value."""

import re
import unicodedata
import urllib.parse

import pytest

from client import Client
from hostile import beginning, differences, kept, markers, one_line, parse, squeezed, together, values
from mail_server import until
from mails import files
from running_site import PASSWORD

# Searches for users and ingredients read only 100 characters, and `zzqz` with a space uses five.
LONGEST = 95
SHORTER = {"amount": 36, "registration": 30}
# Names and titles are stored with one space between words.
ONE_SPACE = {"parts", "split", "proposal", "editor"}
# A search in the catalogue takes 50 ms, so the test tries only every second value.
FEWER = {"ingredients searched": 2}


def in_address(path: str):
    """Returns a function that requests a page whose address ends with the value."""
    return lambda clients, value: clients["ada"].ask("GET", path + urllib.parse.quote(value, safe=""))


def in_form(person: str | None, page: str, action: str, fields: dict[str, str]):
    """Returns a function that sends a form with a mistake. Its address ends with `action`; VALUE in its fields is replaced."""

    def send(clients, value):
        address = re.findall(f'action="([^"]*{action})"', clients[person].read(page))[-1]
        filled = [(name.replace("VALUE", value), text.replace("VALUE", value)) for name, text in fields.items()]
        return clients[person].ask("POST", address, filled)

    return send


RECIPE = dict.fromkeys(["title", "description", "unit", "ingredient", "note", "group", "step", "tips", "source"], "VALUE")
NO_FIGURES = ["servings", "prep_minutes", "cook_minutes", "category", "cuisine", "difficulty", "step_timer-1", "figure_fat"]
UNREAD = dict.fromkeys(NO_FIGURES, "x VALUE")
PLACES = {
    # The cuisine does not exist, so that no recipe is found. A value with common words would find some.
    "words searched": in_address("/search?cuisine=zzqz&q="),
    "ingredient searched": in_address("/search?with=zzqz%20"),
    "ingredient left out": in_address("/search?without=zzqz%20"),
    "diet": in_address("/search?diet="),
    "allergen": in_address("/search?free_from="),
    "category": in_address("/search?category="),
    "cuisine": in_address("/search?cuisine="),
    "minutes": in_address("/search?max_minutes=zzqz"),
    "order": in_address("/search?sort="),
    "category of the contents": in_address("/recipes?category="),
    "people searched": in_address("/admin/users?q=zzqz%20"),
    "ingredients searched": in_address("/admin/ingredients?q=zzqz%20"),
    "a parameter nobody knows": in_address("/recipes?zzqz="),
    "login": in_form(None, "/login", "/login", {"login": "VALUE", "password": "wrong", "remember": "VALUE"}),
    "registration": in_form(None, "/register", "/register", {"username": "<VALUE", "email": "<VALUE", "password": "x"}),
    "expired form": in_form(None, "/login", "/login", {"csrf": "VALUE", "login": "VALUE", "VALUE": "x VALUE"}),
    "editor": in_form(
        "ada", "/recipes/new", "/recipes", {**RECIPE, **UNREAD, "ingredients_text": "VALUE", "photo_id": "VALUE"}
    ),
    "amount": in_form("ada", "/recipes/new", "/recipes", {"amount": "x VALUE", "ingredient": "salt"}),
    "role": in_form("ada", "/admin/users/2", "/role", {"role": "VALUE"}),
    "licence": in_form("ada", "/admin/users/2", "/licence", {"until": "x VALUE", "note": "VALUE", "page": "VALUE"}),
    "suspension": in_form("ada", "/admin/users/2", "/suspend", {"until": "x VALUE", "reason": "VALUE"}),
    "page of a report": in_address("/bugs/new?page="),
    "report": in_form("charlie", "/bugs/new", "/bugs", {"page": "VALUE", "expected": "VALUE", "contact": "VALUE"}),
    "facts": in_form("ada", "/admin/ingredients/onion", "/onion", {"fact.vegan": "VALUE", "seen": "x VALUE"}),
    "parts": in_form("ada", "/admin/ingredients/onion", "/onion", {"holds": "x VALUE", "fact.halal": "VALUE"}),
    "ingredient": in_form(
        "ada",
        "/admin/ingredients/onion",
        "/onion",
        {"name_en": "", "also_en": "VALUE", "source": "VALUE", "portions": "VALUE x", "aisle": "x VALUE", "colour": "VALUE"},
    ),
    "new ingredient": in_form("ada", "/admin/catalogue/new", "/new", {"name_en": "x VALUE", "name_ru": "", "kcal": "VALUE"}),
    "merged": in_form("ada", "/admin/ingredients/onion/merge", "/merge", {"into": "zzqz VALUE"}),
    "split": in_form("ada", "/admin/ingredients/onion/split", "/split", {"name_en": "x VALUE", "name_ru": ""}),
    "proposal": in_form("charlie", "/proposals", "/proposals", {"kind": "VALUE", "name": "x VALUE", "note": "VALUE"}),
    "kind": in_form("ada", "/admin/ingredients/onion", "/onion", {"parent": "x VALUE"}),
}


@pytest.fixture
def clients(empty_site) -> dict[str | None, Client]:
    """Clients of a visitor and two users. There is no recipe, so that searches find nothing."""
    for name, role in [("ada", "admin"), ("charlie", "member")]:
        empty_site.add_user(name, role)
    return {None: Client(empty_site)} | {name: Client(empty_site).log_in(name) for name in ["ada", "charlie"]}


def lines(longest: int, most: int = 4, turn: int = 0) -> list[str]:
    """Lines of one or more values. Commas become semicolons, because commas separate ingredients in a search."""
    groups = together([one_line(value) for value in values(turn)], longest, most)
    return [kept(" ".join(beginning(value, longest) for value in group).replace(",", ";")) for group in groups]


def compare(browser, pages: list[str], texts: list[str], word: str) -> None:
    """Fails unless each page equals the first one, with the text in place of the word."""
    page = browser.new_page()
    tokens = parse(page, pages)
    page.close()
    wrong = [line for text, found in zip(texts, tokens[1:]) for line in differences(tokens[0], found, {word: text})]
    assert not wrong, f"{len(wrong)} differences:\n" + "\n".join(wrong[:20])


@pytest.mark.parametrize("place", PLACES)
def test_a_hostile_value_changes_no_page(clients, browser, place):
    word, texts = next(markers()), lines(SHORTER.get(place, LONGEST), turn=list(PLACES).index(place))[:: FEWER.get(place, 1)]
    if place in ONE_SPACE:
        texts = [squeezed(text) for text in texts]
    if place == "words searched":
        # Leaves out “The quick brown fox” in unusual letters: the search reads “quick” as a filter.
        texts = [text for text in texts if "quick" not in unicodedata.normalize("NFKC", text).lower()]
    answers = [PLACES[place](clients, text) for text in [word, *texts]]
    other = [(status, text) for (status, _, _), text in zip(answers[1:], texts) if status != answers[0][0]]
    assert answers[0][0] in (200, 404, 409, 422, 403) and not other
    compare(browser, [page for _, _, page in answers], texts, word)


def test_a_hostile_reason_changes_no_page_of_a_suspended_member(clients, browser):
    word, texts, pages = next(markers()), lines(500, most=20), []
    ada, charlie = clients["ada"], clients["charlie"]
    suspend = page_of(ada, "charlie") + "/suspend"
    for text in [word, *texts]:
        assert ada.post(suspend, ("until", "2099-12-31"), ("reason", text)), text
        status, _, page = charlie.ask("POST", "/recipes", [])
        assert status == 403
        pages.append(page)
    compare(browser, pages, texts, word)


def test_a_hostile_report_changes_no_page_of_who_sent_it_nor_of_an_admin(clients, browser):
    word, texts = next(markers()), lines(LONGEST, most=20)
    ada, charlie = clients["ada"], clients["charlie"]
    told, admin = [], []
    for text in [word, *texts]:
        fields = [(name, text) for name in ["what", "expected", "page", "contact"]]
        report = charlie.post("/bugs", *fields)
        assert report, text
        assert ada.post("/admin" + report, ("state", "accepted"), ("answer", text), ("version", "1")), text
        # Otherwise the number at the bell would grow each time.
        assert charlie.post("/notifications/read"), text
        told.append(charlie.read(report))
        admin.append(ada.read("/admin" + report))
    compare(browser, told, texts, word)
    compare(browser, admin, texts, word)


def test_hostile_words_of_an_admin_change_no_page(clients, browser):
    """A reason and a note are shown on the pages of users and in the audit log."""
    ada, word, texts = clients["ada"], next(markers()), lines(LONGEST, most=20)
    person = page_of(ada, "charlie")
    pages = {"/admin/users?q=charlie": [], person: [], "/admin/audit": []}
    for text in ["harmless", word, *texts]:
        assert ada.post(f"{person}/suspend", ("until", "2099-12-31"), ("reason", text)), text
        assert ada.post(f"{person}/licence", ("until", "2099-12-31"), ("note", text)), text
        # The first text sets a value where none was before. Only the later ones replace a value, so only these are compared.
        for path, seen in pages.items() if text != "harmless" else ():
            seen.append(ada.read(path))
    # Only the two newest rows of the log contain this value.
    first = [newest(page) for page in pages.pop("/admin/audit")]
    compare(browser, first, texts, word)
    # Each suspension adds a row to the list of decisions, so the earlier rows are removed.
    pages[person] = [with_newest_decision(page) for page in pages[person]]
    for seen in pages.values():
        compare(browser, seen, texts, word)


def page_of(ada: Client, name: str) -> str:
    """Returns the address of a user's admin page, after reading the token of its forms."""
    address = f"/admin/users/{ada.json('/admin/users?q=' + name)['items'][0]['id']}"
    ada.read(address)
    return address


def with_newest_decision(page: str) -> str:
    """Returns a user's page without all decisions before the newest one."""
    return re.sub(r'(<ol class="rounds">\s*<li>.*?</li>).*?(</ol>)', r"\1\2", page, count=1, flags=re.S)


def newest(log: str) -> str:
    """Returns the two newest rows on a page of the audit log."""
    return "".join(re.findall("<li>\\s*<p class=\"hash\">.*?</li>", log, re.S)[:2])


def test_hostile_mail_addresses_change_no_page_and_no_mail(clients, browser):
    """Accepted addresses are shown on the owner's page, in the admin's list of emails, and in the email itself."""
    ada, site, word = clients["ada"], clients["ada"].site, next(markers())
    taken, pages = [], []
    for number, name in enumerate([word, *dict.fromkeys(kept(value, 60).replace(" ", "") for value in values())]):
        visitor = Client(site)
        visitor.read("/register")
        fields = {"username": f"guest{number:04}", "email": f"{name}@example.org", "password": PASSWORD, "password_again": PASSWORD}
        status, _, _ = visitor.ask("POST", "/register", list(fields.items()))
        assert status in (303, 422), f"{name!r}: {status}"
        if status == 303:
            taken.append(name)
            pages.append(visitor.read("/settings/email").replace(f"guest{number:04}", "guest"))
    assert len(taken) > 20 and taken[0] == word
    compare(browser, pages, taken[1:], word)
    for state in ("", "?state=sent", "?state=failed"):
        page = ada.read("/admin/mail" + state)
        assert not re.search("<(script|img|svg onload|iframe|b)[ >]", page.partition("<main")[2].replace('<svg class="icon"', ""))
    until(lambda: len(files(site)) > 10, 20, "mails")
    for mail in files(site):
        assert not mail.defects and len(mail.get_all("To")) == 1 and not mail.get_all("Bcc")


def test_hostile_words_are_blocked_and_change_no_page(clients, browser):
    ada = clients["ada"]
    pages = []
    # Leaves out texts that the site refuses: invisible ones, ones that are too short without accents, and ones that folding
        # makes longer.
    seen = re.compile(r"\w.*\w", re.ASCII)
    lines = [line for line in (kept(one_line(value), 50) for value in values()) if seen.search(line)]
    for words in ["harmless", *("\n".join(lines[start::2]) for start in range(2))]:
        status, _, answer = ada.ask("POST", "/admin/blocked-words", [("words", words)])
        assert status == 303, re.findall('id="words-error">[^<]*', answer)
        page = ada.read("/admin")
        shown = re.search('<textarea id="words"[^>]*>\n([^<]*)</textarea>', page)
        assert shown, "the words stand in their field and nowhere else"
        assert shown[1].count("\n") >= (0 if words == "harmless" else 20)
        # The charts above change in the meantime.
        page = page[page.index('<section aria-labelledby="blocked">') : page.index('<section aria-labelledby="two-step">')]
        pages.append(re.sub('(?<=<code>).*(?=</code>)|(?<=name="seen" value=")[0-9a-f]+', "", page.replace(shown[1], "")))
    compare(browser, pages, [""] * 2, "")


def test_a_hostile_source_is_a_link_to_what_it_says_or_to_nothing(clients, browser):
    """A source is text, an address, or an address with text after it. Only the address becomes a link. An address that
    browsers would read differently is not a link."""
    texts = [one_line(kept(value, 450)) for value in values()]
    addresses = ["https://example.org/" + re.sub(r"\s", "-", text).rstrip(".,;") for text in texts]
    doubtful = [text for text in addresses if re.search(r"[\0-\x1f\x7f\\]", text)]
    charlie, word = clients["charlie"], next(markers())
    soup = [("title", "Soup"), ("ingredient", "salt"), ("step", "Stir.")]
    for twin, sources in [
        (word, [text for text in texts if not re.match("https?://", text)]),
        (f"https://example.org/{word}", [text for text in addresses if text not in doubtful]),
        (f"https://example.org/soup {word}", [f"https://example.org/soup {text}" for text in texts]),
        (f"https://example.org/{word}\\", doubtful),
    ]:
        pages = [charlie.read(charlie.post("/recipes", *soup, ("source", text))) for text in [twin, *sources]]
        pages[0] = pages[0].replace(word + "\\", word)
        compare(browser, pages, [re.sub("^https://example.org/(soup )?", "", text) for text in sources], word)


def test_a_hostile_name_is_refused_or_changes_no_page(clients, browser):
    site, word = clients[None].site, next(markers())
    names, pages = [], []
    for text in [word, *dict.fromkeys(kept(value, 32) for value in values(1) + values(2))]:
        visitor = Client(site)
        visitor.read("/register")
        fields = {"username": text, "email": f"{len(names)}@example.org", "password": PASSWORD, "password_again": PASSWORD}
        status, _, _ = visitor.ask("POST", "/register", list(fields.items()))
        assert status in (303, 422), f"{text!r}: {status}"
        if status == 303:
            names.append(unicodedata.normalize("NFC", text))
            pages.append(clients[None].read("/cooks/" + urllib.parse.quote(names[-1])))
    assert len(names) > 20
    compare(browser, pages, names[1:], word)


@pytest.mark.parametrize(("field", "longest"), [("bio", 100), ("display_name", 40), ("first_name", 60), ("last_name", 60)])
def test_a_hostile_profile_changes_no_page(clients, browser, field, longest):
    """Accepted text is on the owner's, the public and the admin's page. Refused text is shown again in its field."""
    ada, charlie, word, bad = clients["ada"], clients["charlie"], next(markers()), "\u202e"
    person = page_of(ada, "charlie")
    charlie.read("/settings/profile")
    names = ["display_name", "bio", "first_name", "last_name", "phone"]
    taken, refused, backs, pages = [], [], [], {"/settings/profile": [], "/cooks/charlie": [], person: []}
    texts = [squeezed(kept(one_line(value), longest)) for value in values()]
    for text in dict.fromkeys([word, word + bad, *(unicodedata.normalize("NFC", text) for text in texts)]):
        save = [(name, text if name == field else "") for name in names]
        status, _, _ = charlie.ask("POST", "/settings/profile", save)
        if status == 303:
            taken.append(text)
            for path, seen in pages.items():
                seen.append((ada if path == person else charlie).read(path))
        else:
            # The page also shows the stored name, so it must be the same each time.
            assert charlie.post("/settings/profile", (field, "Held before"))
            status, _, page = charlie.ask("POST", "/settings/profile", save)
            assert status == 422, f"{text!r}: {status}"
            # The error message depends on the value. It is shown beside the field and above the form.
            (problem,) = set(re.findall(r'class="error"[^>]*>([^<]*)', page))
            refused.append(text)
            backs.append(page.replace(problem, "A mistake."))
    assert taken[0] == word and refused[0] == word + bad and min(len(taken), len(refused)) > 5
    compare(browser, [backs[0].replace(bad, ""), *backs[1:]], refused[1:], word)
    for seen in pages.values():
        compare(browser, seen, taken[1:], word)


def test_hostile_cookies_change_no_page(clients, browser):
    pages, client = [Client(clients[None].site).read("/login")], Client(clients[None].site)
    texts = [value for value in values() if not re.search("[\0-\x1f\x7f;]", value)]
    for text in texts:
        raw = text.encode().decode("latin-1")
        client.cookies = {"toque_" + name: raw for name in ["done", "theme", "language", "visitor", "session", raw]}
        pages.append(client.read("/login"))
    compare(browser, pages, texts, "")


def test_no_hostile_address_leads_to_another_site(clients, browser):
    client, page = clients["charlie"], browser.new_page()
    client.read("/appearance")
    nexts = [start + value for value in values() for start in ["", "/", "//", "/\\"]]
    locations = [client.post("/appearance", ("language", "en"), ("next", text)) for text in nexts]
    assert None not in locations
    origins = page.evaluate("(all) => all.map((text) => new URL(text, 'http://toque.example/').origin)", locations)
    assert set(origins) == {"http://toque.example"}
    page.close()
