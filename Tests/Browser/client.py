"""A client without a browser: it sends requests and keeps cookies and the form token, without rendering pages."""

import http.client
import json
import re
import time
import urllib.parse

from running_site import PASSWORD, RunningSite

# The server closes connections that are idle for 14 seconds.
IDLE = 10


class Gone(Exception):
    """The site stopped before it answered."""


class Client:
    """Each answer is a status, a redirect address and a text. `headers` belong to the last answer."""

    def __init__(self, site: RunningSite, language: str = "en"):
        self.site, self.cookies, self.token = site, {"toque_language": language}, ""
        self.connection, self.used = None, 0.0
        # Seconds to wait for an answer.
        self.patience = 20
        self.headers = {}

    def ask(
        self, method: str, path: str, fields: list | None = None, photo: bytes | None = None, accept: str = "text/html",
        file: str = "photo",
    ) -> tuple[int, str, str]:
        """Sends a request. Fields are sent as a form. A photo makes it a multipart form, with the photo in the field `file`."""
        body, headers = None, {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), "Accept": accept}
        if fields is not None:
            body, headers["Content-Type"] = form(fields + [("csrf", self.token)], photo, file)
        if self.site.process.poll() is not None:
            raise Gone
        try:
            if not self.connection or time.monotonic() - self.used > IDLE:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=self.patience)
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            text = answer.read().decode(errors="replace")
            self.used = time.monotonic()
        except (OSError, http.client.HTTPException) as error:
            self.connection = None
            raise Gone from error
        self.keep(answer.headers, text)
        return answer.status, answer.headers.get("Location") or "", text

    def keep(self, headers, text: str) -> None:
        self.headers = headers
        for cookie in headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        found = re.search(r'name="csrf" value="([^"]+)"', text)
        if found:
            self.token = found[1]

    def read(self, path: str, status: int = 200) -> str:
        """Follows redirects and returns the page."""
        answered, location, text = self.ask("GET", path)
        while answered in (301, 303):
            answered, location, text = self.ask("GET", location)
        assert answered == status, f"{path}: {answered}"
        return text

    def json(self, path: str):
        """Returns the JSON of a page."""
        status, _, text = self.ask("GET", path, accept="application/json")
        assert status == 200, f"{path}: {status}"
        return json.loads(text)

    def post(self, path: str, *fields) -> str | None:
        """Sends a form. Returns the redirect address, or None if the site refused the change."""
        status, location, _ = self.ask("POST", path, list(fields))
        return location if status == 303 else None

    def log_in(self, name: str) -> "Client":
        self.ask("GET", "/login")
        assert self.post("/login", ("login", name), ("password", PASSWORD)) is not None, f"{name} cannot log in"
        self.ask("GET", "/recipes/new")
        return self


def flags(page: str) -> list[tuple[str, str]]:
    """The checkboxes that a moderator must tick before approving the submission on this page."""
    return [("flag", value) for value in re.findall('name="flag" value="([^"]+)"', page)]


def form(fields: list, photo: bytes | None, file: str = "photo") -> tuple[bytes, str]:
    """The body of a form, and its content type."""
    if photo is None:
        return urllib.parse.urlencode(fields).encode(), "application/x-www-form-urlencoded"
    parts = [f'name="{name}"\r\n\r\n{value}'.encode() for name, value in fields]
    head = f'name="{file}"; filename="photo.png"\r\nContent-Type: image/png\r\n\r\n'
    parts.append(head.encode() + photo)
    body = b"".join(b"--edge\r\nContent-Disposition: form-data; " + part + b"\r\n" for part in parts)
    return body + b"--edge--\r\n", "multipart/form-data; boundary=edge"


def recipe_fields(title: str, steps: tuple = ("Stir.", "Serve.")) -> list:
    fields = [("title", title), ("amount", "200"), ("unit", "g"), ("ingredient", "flour"), ("note", "")]
    return fields + [("step", step) for step in steps]
