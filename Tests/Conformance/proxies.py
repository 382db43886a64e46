"""The two proxies in front of a running site, each on a free port with files in a temporary folder."""

import os
import pathlib
import re
import shutil
import socket
import subprocess
import time

from running_site import ROOT, free_port

# The settings that `deploy/nginx.conf` does not contain, because it is the file of one site only.
NGINX = """daemon off;
{user}
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 512; }}
http {{
access_log off;
client_body_temp_path {folder}/body;
proxy_temp_path {folder}/proxy;
fastcgi_temp_path {folder}/fastcgi;
uwsgi_temp_path {folder}/uwsgi;
scgi_temp_path {folder}/scgi;
{upstream}
server {{
listen 127.0.0.1:{port};
{settings}
}}
"""

# Bodies are forwarded while they arrive. Clients share connections to the site as much as haproxy allows.
HAPROXY = """defaults
    mode http
    option http-keep-alive
    http-reuse always
    timeout connect 3s
    timeout client 2s
    timeout http-request 2s
    timeout server 15s
frontend visitors
    bind 127.0.0.1:{port}
    default_backend toque
backend toque
    server toque 127.0.0.1:{site}
"""


class Proxy:
    """A proxy that runs until it is stopped."""

    def __init__(self, folder: pathlib.Path, port: int, command: list[str]):
        # Debian installs both in /usr/sbin, which is only in root's PATH.
        path = os.environ.get("PATH", "") + ":/usr/sbin"
        self.port, self.log = port, folder / f"{command[0]}.out"
        with self.log.open("w") as log:
            program = shutil.which(command[0], path=path) or command[0]
            self.process = subprocess.Popen([program, *command[1:]], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.wait()

    def wait(self) -> None:
        for _ in range(100):
            assert self.process.poll() is None, f"{self.process.args} ended: {self.log.read_text()}"
            try:
                return socket.create_connection(("127.0.0.1", self.port)).close()
            except OSError:
                time.sleep(0.05)
        self.stop()
        raise AssertionError(f"{self.process.args} does not listen: {self.log.read_text()}")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


def nginx(folder: pathlib.Path, site: int) -> Proxy:
    """Starts nginx with the settings of `deploy/nginx.conf`, without TLS and server names, and with timeouts of 2 seconds."""
    text = (ROOT / "deploy/nginx.conf").read_text().replace("127.0.0.1:8080", f"127.0.0.1:{site}")
    upstream = text[text.index("upstream toque"):text.index("}") + 1]
    server = text[text.rindex("\nserver {") + len("\nserver {"):]
    kept = [line for line in server.splitlines() if not re.match(r"\s*(listen|ssl_\w+|server_name) ", line)]
    settings = re.sub(r"((?:client_\w+|keepalive)_timeout) \w+;", r"\1 2s;", "\n".join(kept))
    port = free_port()
    file = folder / "nginx.conf"
    user = "user root;" if os.getuid() == 0 else ""
    file.write_text(NGINX.format(folder=folder, user=user, upstream=upstream, port=port, settings=settings))
    return Proxy(folder, port, ["nginx", "-e", str(folder / "nginx.log"), "-p", str(folder), "-c", str(file)])


def haproxy(folder: pathlib.Path, site: int) -> Proxy:
    port = free_port()
    file = folder / "haproxy.cfg"
    file.write_text(HAPROXY.format(port=port, site=site))
    return Proxy(folder, port, ["haproxy", "-db", "-f", str(file)])
