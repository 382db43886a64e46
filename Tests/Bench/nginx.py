"""nginx with one worker and Debian's defaults for files, but no access log: the comparison for pages and files."""

import os
import pathlib
import shutil
import subprocess
import time
import urllib.error
import urllib.request

from measure import Wrong, free_port, pinned

SETTINGS = """
daemon off;
{user}
pid {folder}/pid;
error_log {folder}/log error;
worker_processes 1;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    keepalive_requests 1000000000;
    default_type "text/html; charset=utf-8";
    {bodies}
    server {{ listen 127.0.0.1:{port} backlog=4096; root {folder}/files; }}
}}
"""


class Nginx:
    """Serves files on the first core while the `with` block runs."""

    def __init__(self, folder: pathlib.Path):
        self.folder, self.port, self.process = folder, free_port(), None
        (folder / "files").mkdir(parents=True)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        settings = SETTINGS.format(
            folder=folder, port=self.port,
            # Otherwise its worker would run as another user, who may not read files in a private folder.
            user="user root;" if os.geteuid() == 0 else "",
            bodies=" ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds),
        )
        (folder / "nginx.conf").write_text(settings)

    def serve(self, name: str, content: bytes) -> str:
        (self.folder / "files" / name).write_bytes(content)
        return f"/{name}"

    def __enter__(self) -> "Nginx":
        nginx = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
        command = [nginx, "-p", str(self.folder), "-e", str(self.folder / "log"), "-c", str(self.folder / "nginx.conf")]
        with pinned(0), (self.folder / "said").open("w") as said:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        try:
            self.wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def wait(self) -> None:
        for _ in range(1000):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=5)
            except urllib.error.HTTPError:
                # There is nothing at the root, but nginx answers.
                return
            except urllib.error.URLError:
                if self.process.poll() is not None:
                    raise Wrong(f"nginx ended: {(self.folder / 'said').read_text()}") from None
                time.sleep(0.01)
        raise Wrong("nginx did not answer")

    @property
    def worker(self) -> int:
        """The process that serves; the other one only supervises it."""
        pid = self.process.pid
        return int(pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])

    def __exit__(self, *_) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
