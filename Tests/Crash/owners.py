"""Members who manage their own account: passwords, emails with links, two-step login, sessions, profile, data export and
account deletion."""

import random
import re
import time
from dataclasses import replace

from client import Gone
from data_folder import rows
from ledger import Thing, held
from mails import link, read
from models import Knowledge, Person
from one_time_code import code_of
from worker import Worker

# One less than the emails that the site sends to an account in an hour when they are requested with a form.
MAILS = 4
SESSIONS = 3


def some_word() -> str:
    return f"{random.getrandbits(60):x}"


class Owner(Worker):
    """`owned` is the account of this worker. When nothing more can be done with it, the worker registers another one."""

    def __init__(self, site, ledger, owned: Thing | None):
        super().__init__(site, ledger)
        self.owned = owned

    def enter(self) -> None:
        self.client.ask("GET", "/login")
        if self.owned:
            # A request from before the last kill is turned into an email and a link at an unknown time. Waits until then.
            query = "SELECT 1 FROM reset_request WHERE login = ?"
            self.wait_until(lambda: not rows(self.site.data, query, self.owned.name))

    def step(self) -> None:
        # A pause in which admins can change the account.
        time.sleep(0.01)
        if not self.owned or is_used_up(self.owned.sure):
            self.forget_session()
            self.owned = self.register("owner")
        else:
            with held(self.owned) as mine:
                for me in mine:
                    self.act(me, me.sure)

    def act(self, me: Thing, sure: Person) -> None:
        if self.session not in sure.sessions:
            self.log_in_elsewhere(me)
        elif sure.leaving:
            after = replace(sure, leaving=()).logged("stay", "", sure.called(me.name))
            self.write("/settings/delete/keep", {me: after})
        else:
            random.choice(self.actions(sure))(me)

    def actions(self, sure: Person) -> list:
        actions = [self.confirm, self.change_password, self.change_email, self.save_profile, self.export, self.leave]
        # Listed five times, because a kill often comes before the link was sent.
        actions += [self.reset_password] * 5
        if not sure.is_confirmed:
            actions += [self.ask_for_link_again] * 3
        if len(sure.sessions) > 1:
            actions += [self.end_session, self.end_session, self.end_other_sessions]
        if len(sure.sessions) < SESSIONS:
            actions.append(self.log_in_elsewhere)
        return actions + {
            "": [self.begin_two_step] * 2, "begun": [self.turn_two_step_on] * 3,
            "on": [self.renew_codes, self.turn_two_step_off] * 2,
        }[sure.two_step]

    def forget_session(self) -> None:
        """Deletes the cookie, as if another browser were used. The session itself still exists."""
        self.client.cookies.pop("toque_session", None)
        self.person = None
        self.client.ask("GET", "/login")

    def log_in_elsewhere(self, me: Thing) -> None:
        self.forget_session()
        if me.sure.two_step != "on":
            self.log_in(me)
            return
        self.write("/login", {me: me.sure}, ("login", me.name), ("password", me.sure.knows.password))
        self.client.read("/login/code")
        code, after = me.sure.knows.codes[0], self.entering(me)[me]
        self.write("/login/code", {me: after.without_code()}, ("code", code))
        self.is_now(me)

    def confirm(self, me: Thing) -> None:
        self.client.read("/confirm")
        after, field = me.sure.left(self.session).entered(), ("password", me.sure.knows.password)
        if me.sure.two_step == "on" and random.random() < 0.5:
            after, field = after.without_code(), ("code", me.sure.knows.codes[0])
        self.write("/confirm", {me: after}, field)
        self.is_now(me)

    def change_password(self, me: Thing) -> None:
        new = "a-password-" + some_word()
        after = me.sure.with_password(new).entered().logged("password", "", me.name)
        old = me.sure.knows.password
        fields = ("old_password", old), ("password", new), ("password_again", new)
        self.write("/settings/password", {me: after}, *fields)
        self.is_now(me)

    def reset_password(self, me: Thing) -> None:
        after = replace(me.sure, asked=me.sure.asked + 1, ways=1)
        self.write("/forgot", {me: after}, ("login", me.name))
        path = self.link(me, "reset", me.sure.asked)
        new = "a-password-" + some_word()
        after = me.sure.with_password(new, ways=0, is_confirmed=True).logged("password", "", me.name)
        fields = ("password", new), ("password_again", new)
        self.client.read(path)
        if random.random() < 0.5:
            self.write("/reset", {me: after}, *fields)
        else:
            self.write("/reset/:token", {me: after}, *fields, at=path.rpartition("/")[2])

    def change_email(self, me: Thing) -> None:
        email = some_word() + "@example.org"
        after = replace(me.sure, awaited=(email,)).told("confirm-email")
        self.write("/settings/email", {me: after}, ("email", email), ("password", me.sure.knows.password))
        self.confirm_email(me)

    def ask_for_link_again(self, me: Thing) -> None:
        after = replace(me.sure, awaited=(me.sure.email,)).told("confirm-email")
        self.write("/settings/email/confirm", {me: after})
        if random.random() < 0.5:
            self.confirm_email(me)

    def confirm_email(self, me: Thing) -> None:
        self.client.read(self.link(me, "confirm-email", me.sure.mails.count("confirm-email")))
        [email] = me.sure.awaited
        after = replace(me.sure, email=email, is_confirmed=True, awaited=())
        if email != me.sure.email:
            # Login links that were sent to the old address no longer work.
            after = replace(after, links=0).logged("email", "", me.name).told("email-changed")
        self.write("/confirm-email", {me: after})

    def link(self, me: Thing, kind: str, number: int) -> str:
        """Waits until the site has sent `number` emails of this kind; returns the path of the link in the last one."""
        query = """
            SELECT m.created_at || '.' || m.id, m.state FROM outbox m JOIN user u ON u.id = m.user_id
            WHERE u.username = ? AND m.kind = ? ORDER BY m.id
            """
        found = []

        def is_there() -> bool:
            found[:] = rows(self.site.data, query, me.name, kind)
            return len(found) == number and found[-1][1] == "sent"

        self.wait_until(is_there)
        return link(read(self.site.data / "outbox" / f"{found[-1][0]}.eml"), self.site)

    def wait_until(self, happens) -> None:
        """Waits up to 20 seconds for work that the site does in the background; raises `Gone` if the site was killed."""
        end = time.monotonic() + 20
        while not happens():
            if self.ledger.killed.is_set():
                raise Gone
            assert time.monotonic() < end, "the site did not send a mail"
            time.sleep(0.01)

    def begin_two_step(self, me: Thing) -> None:
        self.write("/settings/two-step", {me: replace(me.sure, two_step="begun")})

    def turn_two_step_on(self, me: Thing) -> None:
        page = self.client.read("/settings/two-step")
        secret = re.search(r'class="secret"><code>([^<]+)', page)[1]
        after = replace(me.sure, two_step="on")
        self.show_codes("/settings/two-step/confirm", me, after.logged("two-step", "on", me.name), code_of(secret))

    def renew_codes(self, me: Thing) -> None:
        self.show_codes("/settings/two-step/codes", me, me.sure.logged("two-step", "new-codes", me.name))

    def show_codes(self, route: str, me: Thing, after: Person, code: str = "") -> None:
        """Gets new recovery codes. If a kill prevents the answer, the codes stay unknown."""
        knows = Knowledge(me.sure.knows.password)
        page = self.write(route, {me: replace(after, codes=10, knows=knows).told("account-event")}, ("code", code))
        codes = tuple(re.findall(r"<li><code>([a-z2-7-]+)", page))
        me.sure = replace(me.sure, knows=replace(knows, codes=codes))

    def turn_two_step_off(self, me: Thing) -> None:
        knows = Knowledge(me.sure.knows.password)
        after = replace(me.sure, two_step="", codes=0, knows=knows).logged("two-step", "off", me.name)
        self.write("/settings/two-step/off", {me: after.told("account-event")})

    def end_session(self, me: Thing) -> None:
        other = random.choice([session for session in me.sure.sessions if session != self.session])
        self.write("/settings/sessions/end", {me: me.sure.left(other)}, ("session", other))

    def end_other_sessions(self, me: Thing) -> None:
        self.write("/settings/sessions/end-others", {me: replace(me.sure, sessions=(self.session,))})

    def save_profile(self, me: Thing) -> None:
        words = {name: some_word() for name in ("display_name", "first_name", "last_name", "bio")}
        words["phone"] = f"+44 {random.randrange(10**8, 10**9)}"
        profile = tuple(words[name] for name in ("first_name", "last_name", "phone", "bio"))
        after = replace(me.sure, display=words["display_name"], profile=(profile,))
        self.write("/settings/profile", {me: after}, *words.items())

    def export(self, me: Thing) -> None:
        query = "SELECT 1 FROM data_export e JOIN user u ON u.id = e.user_id WHERE username = ? AND state = 'waiting'"
        if not rows(self.site.data, query, me.name):
            after = replace(me.sure, archives=("asked",)).logged("export", "asked", me.name)
            self.write("/settings/export", {me: after})

    def leave(self, me: Thing) -> None:
        fate = random.choice(("keep", "withdraw"))
        # This form changes nothing: it leads to the next form, which sends the choice again.
        self.client.read(self.write("/settings/delete", {}, ("recipes", fate)))
        after = me.sure.going(int(fate == "withdraw"), "", me.name)
        fields = [("recipes", fate), ("username", me.name), ("password", me.sure.knows.password)]
        if me.sure.two_step == "on":
            after, fields = after.without_code(), [*fields, ("code", me.sure.knows.codes[0])]
        self.write("/settings/delete/confirm", {me: after}, *fields)


def is_used_up(person: Person) -> bool:
    """Whether the site sends no more emails to the account, or its recovery codes are unknown or nearly all used."""
    has_few_codes = person.two_step == "on" and len(person.knows.codes) < 3
    return has_few_codes or person.asked >= MAILS or person.mails.count("confirm-email") >= MAILS
