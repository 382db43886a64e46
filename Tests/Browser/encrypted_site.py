"""A running site that serves HTTPS itself, with a self-signed certificate."""

import pathlib
import ssl
import subprocess

from running_site import RunningSite, free_port


def make_certificate(certificate: pathlib.Path, key: pathlib.Path, name: str = "toque.test") -> None:
    """Writes a self-signed certificate."""
    command = [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
        "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1,IP:::1,DNS:localhost",
        "-keyout", str(key), "-out", str(certificate),
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL, timeout=30)


class EncryptedSite(RunningSite):
    """A site that listens on `port` with encryption and on `http_port` without."""

    def __init__(self, data: pathlib.Path):
        super().__init__(data)
        self.http_port = free_port()
        self.certificate, self.key = (data.parent / f"{data.name}-{name}.pem" for name in ("certificate", "key"))
        make_certificate(self.certificate, self.key)
        self.trust = ssl.create_default_context(cafile=str(self.certificate))
        self.address = f"https://127.0.0.1:{self.port}"
        self.environment |= {
            "TOQUE_TLS_CERT": str(self.certificate),
            "TOQUE_TLS_KEY": str(self.key),
            "TOQUE_HTTP_PORT": str(self.http_port),
            "TOQUE_BASE_URL": self.address,
        }
