"""Hostile values for tests, and a comparison that finds the pages that they break."""

import json
import os
import pathlib
import re
import unicodedata
import urllib.parse
from itertools import count, zip_longest

import pytest
from playwright.sync_api import Page

from running_site import ROOT

# Not in the collections: values that escape from each place in a view, and characters that some programs read as line ends.
OWN = [
    "</script><script>alert(1)</script>", "<!--<script>", "--><b>x</b>", "]]><b>x</b>", "</textarea><b>x</b>",
    "</title><img src=x onerror=alert(1)>", "</title x", "</textarea x", "</select></form><b>x</b>", "\" autofocus onfocus=\"alert(1)",
    "' onmouseover='alert(1)", "`", "a=b onclick=alert(1)", "&lt;b&gt; &amp;amp; &#60;b&#62; &colon;", "{{title}}",
    "javascript:alert(1)", "https://example.org/\"onclick=\"alert(1)", "https://example.org/<b>", "//example.org/x",
    "a\u2028b\u2029c", "a\x85b\x0bc", "a\rb\r\nc", "a\x01b\x7fc\ufffed", "\ufeffa", "\u202eevil", "a\tb",
]  # fmt: skip

# The characters that `trimmed` removes at both ends.
SPACE = "\t\n\v\f\r\x85\u200b\u2028\u2029" + "".join(
    chr(code) for code in range(0x10000) if unicodedata.category(chr(code)) == "Zs"
)

# Parts of a page, by class, whose content depends on the meaning of a text. With another text they have other rows.
# `TAGS` and `ATTRIBUTES` are the only ones that these rows may have.
BY_MEANING = {"verdicts", "nutrition", "hints", "differences", "consequences", "what-follows", "choice", "offer"}
TAGS = {
    "section", "p", "ul", "li", "span", "small", "b", "br", "svg", "use", "details", "summary", "div", "ins", "del", "table",
    "thead", "tbody", "tr", "th", "td", "meter", "mark", "h3", "dl", "dt", "dd", "fieldset", "legend", "label", "input", "i", "button",
}  # fmt: skip
ATTRIBUTES = {
    "class", "open", "lang", "data-facts", "data-summary", "aria-hidden", "aria-label", "href", "scope", "min", "max", "value",
    "type", "name", "checked", "data-offer", "formnovalidate", "hidden",
}  # fmt: skip


def collection(name: str) -> list:
    folder = pathlib.Path(os.environ.get("TOQUE_TEST_DATA", ROOT / "../shared/data"))
    file = folder / "conformance" / name
    if not file.exists():
        pytest.skip(f"no hostile values in {folder}: TOQUE_TEST_DATA names the folder")
    return json.loads(file.read_text(encoding="utf-8"))


def scripts() -> list[str]:
    """Values that would run a script if a page treated them as markup."""
    everything = OWN + [case["payload"] for case in collection("xss/dompurify-dev.json")]
    return [value for value in everything if kept(value)]


# A test tries all values of `OWN`, but only every fourth of the collections, because all views escape in the same way.
# `TOQUE_ALL_VALUES=yes` tries all.
NTH = 1 if os.environ.get("TOQUE_ALL_VALUES") == "yes" else 4


def values(turn: int = 0) -> list[str]:
    """Hostile values, a different selection for each turn. Leaves out values that become empty, and those with NUL, which
    the server refuses before the site reads them."""
    everything = list(dict.fromkeys(scripts() + collection("strings/naughty-strings.json")))
    chosen = everything[: len(OWN)] + everything[len(OWN) + turn % NTH :: NTH]
    return [value for value in chosen if kept(value) and "\0" not in value]


# The characters with Unicode's property White_Space.
WHITE = "[\\t-\\r\\x85 \\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+"


def kept(value: str, limit: int | None = None) -> str:
    """The value as the site stores it: without white space at both ends, and with \\n as line end."""
    return re.sub("\r\n?", "\n", value[:limit].strip(SPACE)).strip(SPACE)


def one_line(value: str) -> str:
    return re.sub("[\n\r\v\f\x85\u2028\u2029]+", " ", value).strip(SPACE)


def squeezed(value: str) -> str:
    """A title or name as the site stores it: with one space between words."""
    return re.sub(WHITE, " ", value).strip()


def together(items: list[str], limit: int, most: int = 4) -> list[list[str]]:
    """Groups the values so that their beginnings fit into one field together. The limit leaves room for at least two."""
    groups, room = [], 0
    for item in items:
        length = len(beginning(item, limit)) + 3
        if room < length or len(groups[-1]) == most:
            groups.append([])
            room = limit
        groups[-1].append(item)
        room -= length
    return groups


def beginning(item: str, limit: int) -> str:
    return kept(item, limit // 2 - 3)


def markers():
    """Yields an endless series of harmless words that are on no page and not in the catalogue."""
    for number in count():
        yield "Qz" + "".join(chr(ord("a") + number // 26**place % 26) for place in range(3)) + "zq"


# Returns tags with attributes, texts and end tags (null), in order. `shown` and `parse` pass them on as one JSON text,
# because Playwright is slow with many values.
READ = """(root) => {
    const tokens = [];
    const walk = (parent) => {
        for (const node of parent.childNodes) {
            if (node.nodeType === Node.ELEMENT_NODE) {
                tokens.push([node.localName, Object.fromEntries([...node.attributes].map((a) => [a.name, a.value]))]);
                walk(node.localName === "template" ? node.content : node);
                tokens.push(null);
            } else tokens.push(node.nodeType === Node.TEXT_NODE ? node.data : [node.nodeName, {}]);
        }
    };
    walk(root);
    return tokens;
}"""


# Removes the findings of the pre-screen: a hostile text has more of them than its harmless twin.
STEADY = f"""((found) => {{
    const copy = found.cloneNode(true);
    for (const part of copy.querySelectorAll("[aria-labelledby=findings], fieldset:has([name=flag])")) {{
        if (part.nextSibling?.nodeType === Node.TEXT_NODE) part.nextSibling.remove();
        part.remove();
    }}
    return ({READ})(copy);
}})"""


def parse(page: Page, texts: list[str]) -> list[list]:
    """Returns the tokens of each text, as the browser's parser reads it."""
    read = "(new DOMParser().parseFromString(text, 'text/html'))"
    return json.loads(page.evaluate(f"(texts) => JSON.stringify(texts.map((text) => {STEADY}{read}))", texts))


def shown(page: Page) -> list:
    """Returns the tokens of the page as it is now, with all changes by scripts."""
    return json.loads(page.evaluate(f"() => JSON.stringify({STEADY}(document))"))


def differences(harmless: list, hostile: list, meant: dict[str, str]) -> list[str]:
    """Lists differences between a page and its harmless twin, except the values that replace the harmless words."""
    known, found = without_meaning(harmless), without_meaning(hostile)
    wrong = [f"{token} among rows" for token in found[1] if token[0] not in TAGS or token[1].keys() - ATTRIBUTES]
    before = None
    for one, other in zip_longest(known[0], found[0]):
        if isinstance(one, list) and isinstance(other, list) and one[0] == other[0] and one[1].keys() == other[1].keys():
            for name, text in one[1].items():
                if name == "data-csrf":
                    continue
                is_address = name in ("href", "action", "src", "data-address", "data-copy") or one[1].get("property") == "og:url"
                if one[1].get("name") not in ("csrf", "seen_sha256", "window") and not same(text, other[1][name], meant, is_address):
                    wrong.append(f"{one[0]} {name}: {text!r} became {other[1][name]!r}")
        elif isinstance(one, str) and isinstance(other, str):
            if isinstance(before, list) and before[1].get("class") == "avatar":
                # The avatar of a user without a picture is the first letter of the name.
                pairs = [(initial(word), initial(value)) for word, value in meant.items()]
                if (one, other) not in pairs and (one != other or one == "Q"):
                    wrong.append(f"initial {one!r} became {other!r}")
            elif one.startswith('{"@context"'):
                wrong += data_differences(json.loads(one), json.loads(other), meant)
            elif not same(one, other, meant):
                wrong.append(f"{one!r} became {other!r}")
        elif one is not None or other is not None:
            return [*wrong, f"{one} became {other}; what follows differs"]
        before = one
    return wrong


def initial(name: str) -> str:
    return next((letter.upper() for letter in name if letter.isalnum()), "?")


def data_differences(one, other, meant: dict[str, str]) -> list[str]:
    """Like `differences`, for JSON data in a page. Parts that depend on the meaning of a text may be missing."""
    if isinstance(one, dict) and isinstance(other, dict):
        names = (one.keys() | other.keys()) - {"suitableForDiet", "nutrition"}
        # The name of a step is the beginning of its text, cut at a place that depends on the text.
        if one.get("@type") == "HowToStep":
            names -= {"name"}
        return [line for name in sorted(names) for line in data_differences(one.get(name), other.get(name), meant)]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [line for pair in zip(one, other) for line in data_differences(*pair, meant)]
    if isinstance(one, str) and isinstance(other, str):
        is_same = same(one, other, meant, is_address=one.startswith("http"))
    else:
        is_same = one == other
    return [] if is_same else [f"data: {one!r} became {other!r}"]


def without_meaning(tokens: list) -> tuple[list, list]:
    """Returns the page without the parts whose rows depend on the meaning of a text, and separately the tags in those parts."""
    rest, inside, depth, is_behind = [], [], 0, False
    for token in tokens:
        if depth or (isinstance(token, list) and BY_MEANING & set(token[1].get("class", "").split())):
            depth += 1 if isinstance(token, list) else -1 if token is None else 0
            is_behind = True
            if isinstance(token, list):
                inside.append(token)
        elif not (is_behind and isinstance(token, str) and token.isspace()):
            # White space after such a part is ignored, because it depends on the number of parts.
            rest.append(token)
            is_behind = False
    return rest, inside


def same(template: str, text: str, meant: dict[str, str], is_address: bool = False) -> bool:
    """Whether the text is the template with the values. Numbers may differ, and recipe names in addresses."""
    words = re.findall("Qz[a-z]{3}zq", template)
    if not words and template == text:
        return True
    expected = re.sub("Qz[a-z]{3}zq", lambda word: meant[word[0]], template)
    if not is_address and any(meant[word] not in text for word in words):
        return False
    return loosened(expected, is_address) == loosened(text, is_address)


def loosened(text: str, is_address: bool) -> str:
    if is_address:
        while (plain := urllib.parse.unquote_plus(text)) != text:
            text = plain
        # Each error page contains the id of its own request.
        text = re.sub("request=[A-Za-z0-9_-]+", "request=0", text)
        text = re.sub("/recipes/[0-9]+(-[a-z0-9-]+)?", "/recipes/0", text)
    return re.sub("[0-9]+", "0", text)
