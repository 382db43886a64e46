"""A mail server that fails on request and keeps the emails it received, and its certificates."""

import asyncio
import email
import email.policy
import pathlib
import ssl
import subprocess
import time

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from running_site import free_port

USER, PASSWORD = "toque@example.org", "p/ss w:rd@1"


class MailServer:
    """`answers` contains one answer for each of the next emails: a line of SMTP, a number of seconds to wait, DIE (breaks the
    connection before the email is accepted) or DIE_AFTER (breaks it after that, before the answer)."""

    DIE, DIE_AFTER = "die", "die after"

    def __init__(self, security: str | None = None, certificate: "Certificate | None" = None, password: bool = False,
                 host: str = "127.0.0.1"):
        self.answers, self.mails, self.envelopes, self.logins = [], [], [], []
        self.port = free_port()
        context = certificate.context() if certificate else None
        options = {"tls_context": context, "require_starttls": True} if security == "starttls" else {}
        if password:
            options |= {"authenticator": self.check, "auth_required": True, "auth_require_tls": security == "starttls"}
        self.controller = Controller(
            self, hostname=host, port=self.port, enable_SMTPUTF8=True, ssl_context=context if security == "tls" else None, **options)

    def __enter__(self) -> "MailServer":
        self.controller.start()
        return self

    def __exit__(self, *_) -> None:
        self.controller.stop()

    def check(self, server, session, envelope, mechanism, data) -> AuthResult:
        self.logins.append((data.login.decode(), data.password.decode(), session.ssl is not None))
        return AuthResult(success=self.logins[-1][:2] == (USER, PASSWORD), handled=False)

    async def handle_DATA(self, server, session, envelope) -> str:
        answer = self.answers.pop(0) if self.answers else "250 taken"
        if isinstance(answer, (int, float)):
            await asyncio.sleep(answer)
            answer = "250 taken late"
        if answer != self.DIE and not answer.startswith(("4", "5")):
            self.mails.append(email.message_from_bytes(envelope.original_content, policy=email.policy.default))
            self.envelopes.append((envelope.mail_from, envelope.rcpt_tos, envelope.original_content))
        if answer in (self.DIE, self.DIE_AFTER):
            server.transport.abort()
        return answer

    def wait(self, count: int, seconds: float = 15) -> list:
        """Waits until this number of emails has arrived, and returns them."""
        until(lambda: len(self.mails) >= count, seconds, f"{count} mails")
        assert len(self.mails) == count
        return self.mails


class Certificate:
    """A certificate for this machine or for other names, signed by an authority of its own."""

    def __init__(self, folder: pathlib.Path, names: str = "DNS:localhost,IP:127.0.0.1,IP:127.0.0.2"):
        folder.mkdir()
        self.authority, self.own, self.key = folder / "ca.pem", folder / "own.pem", folder / "own.key"
        new = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
        run([*new, "-keyout", folder / "ca.key", "-out", self.authority, "-subj", "/CN=authority of a test",
             "-addext", "basicConstraints=critical,CA:TRUE"])
        run([*new, "-keyout", self.key, "-out", self.own, "-subj", "/CN=server of a test", "-addext",
             f"subjectAltName={names}", "-CA", self.authority, "-CAkey", folder / "ca.key", "-addext",
             "basicConstraints=critical,CA:FALSE"])

    def context(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.own, self.key)
        return context


def run(command: list) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=60)


def until(happens, seconds: float, what: str) -> None:
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, f"no {what} within {seconds} s"
        time.sleep(0.02)
