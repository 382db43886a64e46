"""Reads output of Toque with the parsers of Python's library. Each case says what a parser must find in it.

OtherReaderTests.swift calls it with a JSON file of cases. It prints one line for each case in which something else is found.
"""

import base64
import csv
import email
import email.policy
import html.parser
import io
import json
import re
import sys
import urllib.parse
import xml.etree.ElementTree


class Page(html.parser.HTMLParser):
    """The elements of a page, the values of their attributes, and the text in them."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.tags, self.values, self.texts, self.comments = [], [], [], 0

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.values.append([value for _, value in attributes])
        self.texts.append("")

    def handle_data(self, data):
        if self.texts:
            self.texts[-1] += data

    def handle_comment(self, data):
        self.comments += 1


def page(data):
    reader = Page()
    reader.feed(data.decode())
    reader.close()
    return reader


def html_text(data, expected):
    """Paragraphs whose text and title are the expected texts, and nothing else."""
    read = page(data)
    yield read.tags, ["p"] * len(expected)
    yield read.texts, expected
    yield read.values, [[text] for text in expected]


def html_scripts(data, expected):
    """Blocks of JSON-LD with the expected names, and nothing else."""
    read = page(data)
    yield read.tags, ["script"] * len(expected)
    yield [json.loads(text)["name"] for text in read.texts], expected
    yield [json.loads(text)["description"] for text in read.texts], expected


def html_page(data, expected):
    """A page with the elements of another page, and one block of JSON-LD with the expected fields."""
    read, plain = page(data), page(base64.b64decode(expected["plain"]))
    yield read.tags, plain.tags
    yield read.comments, plain.comments
    kinds = [values for tag, values in zip(read.tags, read.values) if tag == "script"]
    yield len([values for values in kinds if "application/ld+json" in values]), 1
    block = next(text for text, values in zip(read.texts, read.values) if "application/ld+json" in values)
    fields = json.loads(block)
    yield {key: fields[key] for key in expected["fields"]}, expected["fields"]


def json_texts(data, expected):
    yield json.loads(data), {str(number): text for number, text in enumerate(expected)}


def json_fields(data, expected):
    fields = json.loads(data)
    yield {key: fields.get(key) for key in expected}, expected


def json_titles(data, expected):
    """A list of recipes with the expected titles."""
    yield sorted(item["text"]["title"] for item in json.loads(data)), sorted(expected)


def csv_rows(data, expected):
    """The expected cells. Apostrophes are left out, because some are added before formulas."""
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    yield plain(rows), plain(expected)
    yield formulas(rows), []
    # In countries with decimal commas, programs separate cells by semicolons. Some programs end a cell at every line break.
    for sign in ";\t":
        lines = re.split("\r\n|\r|\n", data.decode("utf-8-sig"))
        yield formulas(csv.reader(lines, delimiter=sign)), []


def plain(rows):
    return [[cell.replace("'", "") for cell in row] for row in rows]


def formulas(rows):
    return [cell for row in rows for cell in row if cell[:1] in ("=", "+", "-", "@", "\t", "\r", "\n")]


def csv_titles(data, expected):
    """A table in which each row has as many columns as the head, with the expected titles in the second column."""
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    yield {len(row) for row in rows}, {len(rows[0])}
    titles = [[row[1] for row in rows[1:]], expected]
    yield tuple(sorted(found) for found in plain(titles))


def mail(data, expected):
    message = email.message_from_bytes(data, policy=email.policy.default)
    yield sorted(message.keys()), sorted(expected["headers"])
    yield message["subject"], expected["subject"]
    yield [address.addr_spec for address in message["from"].addresses], [expected["from"]]
    yield [address.display_name for address in message["from"].addresses], [expected["name"]]
    yield len(message["to"].addresses), 1
    parts = list(message.iter_parts())
    yield [part.get_content_type() for part in parts], ["text/plain", "text/html"]
    for part in parts:
        text = part.get_payload(decode=True).decode()
        yield text.replace("\r\n", "\n").rstrip("\n"), expected["text"].replace("\r\n", "\n").rstrip("\n")


def web_vtt(data, expected):
    """The expected number of WebVTT cues, each of which has one line with an arrow, and no tags except b, i and u."""
    lines = re.split("\r\n|\n|\r", data.decode())
    yield len([line for line in lines if "-->" in line]), expected
    yield re.findall("<(?!/?[biu]>)", "\n".join(lines)), []


def cooklang(data, expected):
    """The expected ingredients, marked as in Cooklang's grammar. Nothing else is marked, and there are no comments."""
    text = data.decode()
    front, body = text.split("\n---\n", 1)
    yield len(re.findall(r"@[^\s@#~{}][^@#~{}\n]*\{[^{}\n]*\}", body)), expected["ingredients"]
    yield re.findall(r"[#~][^\s@#~{}]|@[^\s@#~{}]+(?=[@#~])", body), []
    yield re.findall(r"(?m)^\s*(?:>|=)|(?<!-)--(?!-)|\[-", body), []
    yield len([line for line in front.split("\n") if line.startswith("title:")]), 1
    titles = [json.loads(line[7:]) for line in front.split("\n") if line.startswith("title: ")]
    yield titles, [expected["title"]]


def icalendar(data, expected):
    """Lines folded as RFC 5545 requires, with the expected properties in order, and the expected summaries."""
    yield max(len(line) for line in data.split(b"\r\n")) <= 75, True
    yield re.findall(rb"\r(?!\n)|(?<!\r)\n", data), []
    lines = data.replace(b"\r\n ", b"").decode().split("\r\n")
    yield lines.pop(), ""
    properties = [line.split(":", 1) for line in lines]
    yield [name.split(";")[0] for name, _ in properties], expected["names"]
    texts = [value for name, value in properties if name == "SUMMARY"]
    yield [re.sub(r"\\(.)", lambda sign: "\n" if sign[1] in "nN" else sign[1], text) for text in texts], expected["summaries"]


def atom(data, expected):
    """Entries with the expected titles and summaries, and no elements but those of a feed."""
    atom = "{http://www.w3.org/2005/Atom}"
    feed = xml.etree.ElementTree.fromstring(data)
    known = {"feed", "id", "title", "updated", "link", "entry", "author", "name", "uri", "published", "summary"}
    yield {element.tag.removeprefix(atom) for element in feed.iter()} <= known, True
    entries = feed.findall(f"{atom}entry")
    yield [entry.findtext(f"{atom}title") for entry in entries], expected["titles"]
    yield [entry.findtext(f"{atom}summary") for entry in entries], expected["summaries"]


def address(data, expected):
    """An address with the expected values, percent-encoded as path segments and as query values."""
    path, query = data.decode().split("?")
    yield [urllib.parse.unquote(part) for part in path.split("/")[1:]], expected
    yield [value for _, value in urllib.parse.parse_qsl(query, keep_blank_values=True)], expected


READERS = {
    reader.__name__: reader
    for reader in (
        html_text, html_scripts, html_page, json_texts, json_fields, json_titles, csv_rows, csv_titles, mail, web_vtt, cooklang, icalendar, atom, address,
    )
}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cases = json.load(file)
    for case in cases:
        data = base64.b64decode(case["data"])
        try:
            for found, expected in READERS[case["reader"]](data, json.loads(case["expected"])):
                if found != expected:
                    print(f"{case['reader']}: {found!a:.600} is not {expected!a:.600} in {data!a:.600}")
        except Exception as error:  # an exception in a parser is reported as a difference
            print(f"{case['reader']}: {error!r} in {data!a:.600}")
    print(f"{len(cases)} cases")


main()
