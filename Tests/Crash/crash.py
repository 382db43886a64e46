"""Kills the site under load again and again: what it acknowledged is there once, what it did not is there whole or not."""

import pathlib
import random
import re
import shutil
import signal
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Browser"))
from client import Client, Gone, recipe_fields  # noqa: E402
from data_folder import check, rows  # noqa: E402
from running_site import PASSWORD, RunningSite  # noqa: E402

AUTHORS = 4
CUTS = 40


class Recipe:
    """What is known of one recipe: its state for certain, and the one it may have when an answer was lost."""

    def __init__(self, key: str):
        self.key, self.id = key, None
        self.sure, self.maybe = None, None

    def change(self, state, send) -> None:
        self.maybe = state
        if send() is None:
            self.maybe = None
        else:
            self.sure, self.maybe = state, None


class Author(threading.Thread):
    """Writes, edits, deletes, restores and submits recipes until the site is gone."""

    def __init__(self, site, name, recipes, new_people):
        super().__init__()
        self.client, self.name_, self.recipes, self.people = Client(site), name, recipes, new_people
        self.failure = None

    def run(self) -> None:
        try:
            self.client.log_in(self.name_)
            while True:
                self.step()
        except Gone:
            pass
        except Exception as error:  # noqa: BLE001
            self.failure = error

    def step(self) -> None:
        known = [recipe for recipe in self.recipes if recipe.id]
        choice = random.random()
        if not known or choice < 0.3:
            self.create()
        elif choice < 0.35:
            self.register()
        else:
            self.work_on(random.choice(known), choice)

    def fields(self, recipe: Recipe, edit: int) -> list:
        return recipe_fields(f"{recipe.key} edit {edit}")

    def create(self) -> None:
        recipe = Recipe(f"{self.name_} {random.getrandbits(60):x}")
        self.recipes.append(recipe)

        def send():
            location = self.client.post("/recipes", *self.fields(recipe, 0))
            recipe.id = int(re.search(r"/recipes/(\d+)", location)[1]) if location else None
            return location

        recipe.change((0, False, 0), send)

    def work_on(self, recipe: Recipe, choice: float) -> None:
        edit, deleted, rounds = recipe.sure
        path = f"/recipes/{recipe.id}"
        if deleted:
            recipe.change((edit, False, rounds), lambda: self.client.post(path + "/restore"))
        elif choice < 0.5:
            recipe.change((edit, True, rounds), lambda: self.client.post(path + "/delete"))
        elif choice < 0.6 and rounds == 0:
            recipe.change((edit, False, 1), lambda: self.client.post(path + "/submit"))
        elif rounds == 0:
            status, _, page = self.client.ask("GET", path + "/edit")
            version = re.search(r'name="version" value="(\d+)"', page)
            if version:
                fields = self.fields(recipe, edit + 1) + [("version", version[1])]
                recipe.change((edit + 1, False, 0), lambda: self.client.post(path, *fields))

    def register(self) -> None:
        name = f"p{random.getrandbits(60):x}"
        visitor = Client(self.client.site)
        visitor.ask("GET", "/register")
        self.people[name] = False
        fields = [("username", name), ("email", name + "@example.org")]
        fields += [("password", PASSWORD), ("password_again", PASSWORD)]
        if visitor.post("/register", *fields) is not None:
            self.people[name] = True


class Moderator(threading.Thread):
    """Approves what waits."""

    def __init__(self, site, data, decided):
        super().__init__()
        self.client, self.data, self.decided, self.failure = Client(site), data, decided, None

    def run(self) -> None:
        try:
            self.client.log_in("judge")
            while self.client.site.process.poll() is None:
                for (submission,) in rows(self.data, "SELECT id FROM submission WHERE state = 'queued' LIMIT 20"):
                    page = self.client.ask("GET", f"/moderation/submissions/{submission}")[2]
                    revision = re.search(r'name="revision" value="(\d+)"', page)
                    if revision:
                        path = f"/moderation/submissions/{submission}/approve"
                        if self.client.post(path, ("revision", revision[1])) is not None:
                            self.decided.add(submission)
                time.sleep(0.02)
        except Gone:
            pass
        except Exception as error:  # noqa: BLE001
            self.failure = error


def verify(data, recipes, people, decided) -> list[str]:
    wrong = []
    found = {}
    for title, deleted, rounds in rows(
        data,
        """
        SELECT v.title, r.deleted_at IS NOT NULL, (SELECT count(*) FROM submission s WHERE s.recipe_id = r.id)
        FROM recipe r JOIN revision v ON v.id = r.head_revision_id
        """,
    ):
        key, _, edit = title.partition(" edit ")
        if key in found:
            wrong.append(f"{key} is there twice")
        if edit:
            found[key] = (int(edit), bool(deleted), rounds)
    for recipe in recipes:
        state = found.get(recipe.key)
        if state not in (recipe.sure, recipe.maybe):
            wrong.append(f"{recipe.key} is {state}, was {recipe.sure}, perhaps {recipe.maybe}")
        recipe.sure, recipe.maybe = state, None
    recipes[:] = [recipe for recipe in recipes if recipe.sure and recipe.id][-60:]
    names = {name for (name,) in rows(data, "SELECT username FROM user")}
    wrong += [f"{name} had joined, and is gone" for name, joined in people.items() if joined and name not in names]
    approved = {id for (id,) in rows(data, "SELECT id FROM submission WHERE state = 'approved'")}
    wrong += [f"submission {id} was approved, and is not" for id in decided - approved]
    return wrong


def cut_wal(data: pathlib.Path, folder: pathlib.Path, environment: dict) -> list[str]:
    """Opens copies whose write-ahead log ends at a random byte, as after a power cut."""
    wrong = []
    size = (data / "toque.sqlite-wal").stat().st_size if (data / "toque.sqlite-wal").exists() else 0
    for _ in range(CUTS if size else 0):
        copy = folder / "cut"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(data, copy)
        (copy / "toque.sqlite-shm").unlink(missing_ok=True)
        cut = random.randrange(size)
        with (copy / "toque.sqlite-wal").open("r+b") as wal:
            wal.truncate(cut)
        done = check(environment | {"TOQUE_DATA": str(copy)})
        if done.returncode:
            wrong.append(f"the log cut at {cut} of {size}: {done.stdout}{done.stderr}")
    return wrong


def filled(data: pathlib.Path) -> RunningSite:
    site = RunningSite(data)
    site.toque("migrate")
    for index in range(AUTHORS):
        site.add_user(f"author{index}", "member")
        site.toque("user", "licence", f"author{index}", "--until", "2099-12-31")
    site.add_user("judge", "moderator")
    return site


def work_and_kill(site: RunningSite, recipes: list, people: dict, decided: set) -> list[str]:
    """Lets everybody work for a moment and kills the site; gives what went wrong among them."""
    site.start()
    threads = [Author(site, f"author{index}", recipes[index], people) for index in range(AUTHORS)]
    threads.append(Moderator(site, site.data, decided))
    for thread in threads:
        thread.start()
    time.sleep(random.uniform(0.2, 1.2))
    site.process.send_signal(signal.SIGKILL)
    site.process.wait()
    for thread in threads:
        thread.join()
    return [f"{type(thread).__name__}: {thread.failure!r}" for thread in threads if thread.failure]


def main(kills: int) -> int:
    random.seed(kills)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="toque-crash-"))
    site = filled(folder / "data")
    recipes = [[] for _ in range(AUTHORS)]
    people, decided, cuts, began = {}, set(), 0, time.monotonic()
    for kill in range(1, kills + 1):
        wrong = work_and_kill(site, recipes, people, decided)
        if kill % 50 == 0:
            # Before anybody opens the database and so tidies its log.
            wrong += cut_wal(site.data, folder, site.environment)
            cuts += CUTS
        wrong += verify(site.data, [recipe for own in recipes for recipe in own], people, decided)
        for own in recipes:
            own[:] = [recipe for recipe in own if recipe.sure and recipe.id][-60:]
        if kill % 10 == 0 or kill == kills:
            done = check(site.environment)
            if done.returncode:
                wrong.append(f"toque check after kill {kill}: {done.stdout}{done.stderr}")
            print(f"{kill} kills, {len(wrong)} wrong", flush=True)
        if wrong:
            break
    for line in wrong:
        print(line)
    print(f"{contents(site.data)} in {time.monotonic() - began:.0f} s")
    print(f"{kill} kills and {cuts} cut logs: {'sound' if not wrong else 'NOT SOUND, see ' + str(folder)}")
    if not wrong:
        shutil.rmtree(folder)
    return 1 if wrong else 0


def contents(data: pathlib.Path) -> str:
    counts = rows(
        data,
        """
        SELECT (SELECT count(*) FROM recipe), (SELECT count(*) FROM revision), (SELECT count(*) FROM submission),
            (SELECT count(*) FROM submission WHERE state = 'approved'), (SELECT count(*) FROM user)
        """,
    )[0]
    names = ("recipes", "revisions", "submissions", "approved", "people")
    return ", ".join(f"{count} {name}" for name, count in zip(names, counts))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
