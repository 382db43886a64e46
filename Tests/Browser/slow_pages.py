"""A proxy that imitates a slow network: it sends the first part of a page, waits, and sends the rest."""

import contextlib
import http.client
import http.server
import re
import threading
import time
from collections.abc import Iterator

from running_site import RunningSite

# Long enough for the browser to paint the first part.
PAUSE_SECONDS = 0.4
KEPT_BACK = {"connection", "content-length", "transfer-encoding"}


@contextlib.contextmanager
def arriving_in_two_parts(site: RunningSite, pattern: bytes) -> Iterator[str]:
    """Starts the proxy and returns its address. It waits after the first match of the pattern in a page."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_): ...

        def do_GET(self):
            host = site.address.removeprefix("http://")
            connection = http.client.HTTPConnection(host, timeout=20)
            connection.request("GET", self.path, headers={"Cookie": self.headers.get("Cookie", ""), "Accept": self.headers.get("Accept", "*/*")})
            answer = connection.getresponse()
            body = answer.read()
            connection.close()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in KEPT_BACK:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            found = re.search(pattern, body, re.DOTALL)
            end = found.end() if found else len(body)
            self.wfile.write(body[:end])
            if found:
                time.sleep(PAUSE_SECONDS)
                self.wfile.write(body[end:])

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
