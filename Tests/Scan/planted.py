"""A site with planted vulnerabilities. If the scanners do not find these, an empty result for Toque proves nothing."""

import contextlib
import http.server
import sqlite3
import threading
import urllib.parse


class Hole(http.server.BaseHTTPRequestHandler):
    """Returns the query as markup, and puts it into SQL."""

    def do_GET(self) -> None:
        query = urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query)
        word, rows = query.get("id", ["1"])[0], []
        with contextlib.closing(sqlite3.connect(":memory:")) as db, contextlib.suppress(sqlite3.Error):
            db.execute("CREATE TABLE dish AS SELECT 1 AS id, 'soup' AS name UNION SELECT 2, 'bread'")
            rows = db.execute(f"SELECT name FROM dish WHERE id = {word}").fetchall()
        dishes = "".join(f"<li>{name}</li>" for (name,) in rows)
        page = f'<html><body><a href="/?id=2">more</a><p>You asked for {word}</p><ul>{dishes}</ul></body></html>'.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_) -> None:
        pass


class Planted:
    targets = [("/?id=1", "", {})]

    def __enter__(self) -> "Planted":
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hole)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_) -> None:
        self.server.shutdown()
