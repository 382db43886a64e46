"""Emails through a mail server: with encryption and a password, with refused, slow and interrupted deliveries, and forged."""

import time
import urllib.parse

import pytest

from client import Client
from mail_server import PASSWORD, USER, Certificate, MailServer, until
from mails import files, link, part
from running_site import PASSWORD as OLD_PASSWORD
from running_site import RunningSite

NEW_PASSWORD = "seven lemons in a bowl"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory) -> Certificate:
    return Certificate(tmp_path_factory.mktemp("certificates") / "own")


@pytest.fixture
def site(tmp_path, new_data):
    site = RunningSite(tmp_path / "var", new_data)
    for name, role in {"alice": "member", "ada": "admin"}.items():
        site.add_user(name, role)
    yield site
    site.stop()


def serve(site: RunningSite, server: MailServer, certificate: Certificate | None = None, host: str = "127.0.0.1",
          scheme: str = "smtp", login: str = "", seconds: int = 20) -> RunningSite:
    """Starts the site with settings for this mail server."""
    site.environment |= {
        "TOQUE_SMTP_URL": f"{scheme}://{login}{host}:{server.port}", "TOQUE_MAIL_FROM": "Кухня <kitchen@example.org>",
        "TOQUE_BASE_URL": site.address, "TOQUE_SMTP_SECONDS": str(seconds),
    }  # fmt: skip
    if certificate:
        site.environment["TOQUE_SMTP_CA_FILE"] = str(certificate.authority)
    return site.start()


def login_part(password: str = PASSWORD) -> str:
    return f"{urllib.parse.quote(USER, safe='')}:{urllib.parse.quote(password, safe='')}@"


def ask(site: RunningSite, login: str = "alice", language: str = "en") -> None:
    visitor = Client(site, language)
    visitor.read("/forgot")
    assert visitor.post("/forgot", ("login", login)) == "/forgot"


def listed(site: RunningSite, state: str) -> list:
    return Client(site).log_in("ada").json(f"/admin/mail?state={state}")["items"]


def failed_try(site: RunningSite, tries: int = 1) -> str:
    """Waits for this number of tries to send the only email, and returns the error of the last one."""
    until(lambda: [1 for mail in listed(site, "queued") if mail["tries"] >= tries and mail["last_error"]], 15, "failed try")
    return listed(site, "queued")[0]["last_error"]


def try_again(site: RunningSite, mail: int = 1) -> None:
    ada = Client(site).log_in("ada")
    ada.read("/admin/mail?state=failed")
    assert ada.post(f"/admin/mail/{mail}/retry") == "/admin/mail"


def test_a_forgotten_password_by_starttls_and_password(site, certificate):
    with MailServer("starttls", certificate, password=True) as server:
        serve(site, server, certificate, login=login_part())
        ask(site)
        mail = server.wait(1)[0]
        assert server.logins == [(USER, PASSWORD, True)]
        sender, recipients, raw = server.envelopes[0]
        assert (sender, recipients) == ("kitchen@example.org", ["alice@example.org"])
        check_headers(mail, raw)
        path = link(mail, site)
        visitor = Client(site)
        visitor.read(path)
        visitor.read(path)
        fields = [("password", NEW_PASSWORD), ("password_again", NEW_PASSWORD)]
        assert visitor.post("/reset", *fields) == "/login"
        visitor.read(path, 404)
        assert "Your password was changed" in part(server.wait(2)[1], "plain")
        visitor.read("/login")
        assert visitor.post("/login", ("login", "alice"), ("password", OLD_PASSWORD)) is None
        assert visitor.post("/login", ("login", "alice"), ("password", NEW_PASSWORD)) == "/"
        no_secret_is_kept(site, [path.rpartition("/")[2], NEW_PASSWORD, PASSWORD])


def check_headers(mail, raw: bytes) -> None:
    assert not mail.defects and all(not piece.defects for piece in mail.walk())
    assert str(mail["From"]) == "Кухня <kitchen@example.org>" and mail["To"] == "alice@example.org"
    assert mail["Subject"] == "Choose a new password" and mail["Auto-Submitted"] == "auto-generated"
    assert mail["Message-ID"].endswith("@example.org>") and mail["MIME-Version"] == "1.0"
    assert abs(mail["Date"].datetime.timestamp() - time.time()) < 60
    assert mail.get_content_type() == "multipart/alternative"
    assert [piece.get_content_type() for piece in mail.iter_parts()] == ["text/plain", "text/html"]
    assert max(map(len, raw.split(b"\r\n"))) <= 998 and b"\n" not in raw.replace(b"\r\n", b"")


def no_secret_is_kept(site: RunningSite, secrets: list[str]) -> None:
    for file in [*site.data.glob("toque.sqlite*"), site.log]:
        content = file.read_bytes()
        for secret in secrets:
            assert secret.encode() not in content, f"{secret} in {file}"


def test_implicit_tls_and_russian(site, certificate):
    with MailServer("tls", certificate, password=True) as server:
        serve(site, server, certificate, scheme="smtps", login=login_part())
        visitor = Client(site, "ru")
        visitor.read("/register")
        fields = {"username": "дора", "email": "dora@example.org", "password": NEW_PASSWORD, "password_again": NEW_PASSWORD}
        assert visitor.post("/register", *fields.items()) == "/welcome"
        mail = server.wait(1)[0]
        assert mail["Subject"] == "Подтвердите, пожалуйста, адрес почты" and mail["Content-Language"] == "ru"
        assert "Здравствуйте, дора!" in part(mail, "plain") and "Здравствуйте, дора!" in part(mail, "html")
        visitor.read(link(mail, site))
        assert visitor.post("/confirm-email") == "/settings/email"


def test_another_address_and_the_notice_to_the_old_one(site):
    with MailServer() as server:
        serve(site, server)
        alice = Client(site).log_in("alice")
        alice.read("/settings/email")
        for hostile in ["a\r\nRCPT TO:<eve@example.org>", "a@example.org\r\nBcc: eve@example.org", '"a b"@example.org', "<a@b.org>"]:
            assert alice.post("/settings/email", ("email", hostile), ("password", OLD_PASSWORD)) is None
        new = "алиса@bücher.example"
        assert alice.post("/settings/email", ("email", new), ("password", OLD_PASSWORD)) == "/settings/email"
        alice.read(link(server.wait(1)[0], site))
        assert alice.post("/confirm-email") == "/settings/email"
        server.wait(2)
        assert [recipients for _, recipients, _ in server.envelopes] == [["алиса@xn--bcher-kva.example"], ["alice@example.org"]]
        assert new in part(server.mails[1], "plain")


def test_a_server_that_will_not_now_and_then_will(site):
    with MailServer() as server:
        server.answers = ["451 4.3.0 not now"]
        serve(site, server)
        ask(site)
        assert failed_try(site) == "451 4.3.0 not now"
        assert server.mails == []
        try_again(site)
        server.wait(1)
        until(lambda: listed(site, "sent"), 15, "mail written down as sent")


def test_a_server_that_will_not_have_it(site):
    with MailServer() as server:
        server.answers = ["550 5.1.1 no such user"]
        serve(site, server)
        ask(site)
        until(lambda: listed(site, "failed"), 15, "failed mail")
        assert listed(site, "failed")[0]["last_error"] == "550 5.1.1 no such user"
        assert listed(site, "queued") == [] and server.mails == []


def test_a_slow_server_holds_up_nobody(site):
    with MailServer() as server:
        server.answers = [3]
        serve(site, server)
        ask(site)
        began = time.monotonic()
        for _ in range(10):
            Client(site).read("/forgot")
        assert time.monotonic() - began < 2
        server.wait(1)


def test_a_server_that_never_answers_is_left_in_time(site):
    with MailServer() as server:
        server.answers = [60]
        serve(site, server, seconds=2)
        ask(site)
        assert "timeout" in failed_try(site).replace("timed out", "timeout").lower()


@pytest.mark.parametrize("death, copies", [(MailServer.DIE, 1), (MailServer.DIE_AFTER, 2)])
def test_a_server_that_dies_in_the_middle_loses_no_mail(site, death, copies):
    with MailServer() as server:
        server.answers = [death]
        serve(site, server)
        ask(site)
        failed_try(site)
        try_again(site)
        mails = server.wait(copies)
        assert len({mail["Message-ID"] for mail in mails}) == 1


def test_no_server_and_then_one(site):
    server = MailServer()
    serve(site, server)
    ask(site)
    assert "connect" in failed_try(site).lower()
    with server:
        try_again(site)
        server.wait(1)


def test_a_certificate_that_nobody_trusts_is_refused(site, certificate):
    with MailServer("starttls", certificate, password=True) as server:
        serve(site, server, login=login_part())
        ask(site)
        assert "certificate" in failed_try(site)
        assert server.mails == [] and server.logins == []


def test_a_certificate_of_another_server_is_refused(site, tmp_path):
    other = Certificate(tmp_path / "other", "DNS:mail.example.org")
    with MailServer("tls", other, password=True) as server:
        serve(site, server, other, scheme="smtps", login=login_part())
        ask(site)
        assert "127.0.0.1" in failed_try(site)
        assert server.mails == [] and server.logins == []


def test_a_server_elsewhere_gets_nothing_unencrypted(site):
    with MailServer(password=True, host="127.0.0.2") as server:
        serve(site, server, host="127.0.0.2", login=login_part())
        ask(site)
        assert "STARTTLS" in failed_try(site)
        assert server.mails == [] and server.logins == []


def test_a_wrong_password_is_told_and_the_mail_waits(site, certificate):
    with MailServer("starttls", certificate, password=True) as server:
        serve(site, server, certificate, login=login_part("wrong"))
        ask(site)
        assert failed_try(site).startswith("535")
        no_secret_is_kept(site, ["wrong@"])


def test_the_site_stops_while_a_server_is_silent_and_sends_afterwards(site):
    with MailServer() as server:
        server.answers = [60]
        serve(site, server, seconds=300)
        ask(site)
        until(lambda: not server.answers, 15, "mail on its way")
        began = time.monotonic()
        site.stop()
        assert site.process.returncode == 0 and time.monotonic() - began < 8
        site.start()
        try_again(site)
        server.wait(1)


def test_without_a_server_mails_are_files_and_the_log_says_where(site):
    site.environment["TOQUE_BASE_URL"] = site.address
    site.start()
    ask(site)
    until(lambda: files(site), 15, "file")
    mail = files(site)[0]
    Client(site).read(link(mail, site))
    path = next((site.data / "outbox").glob("*.eml"))
    assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700
    until(lambda: str(path) in site.log.read_text(), 5, "line in the log")
