"""How wapiti, sqlmap and sslscan are started, and how their output is read."""

import json
import pathlib
import re
import subprocess
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
# Debian's own Python: any other does not have its packages.
PYTHON = "/usr/bin/python3"
MODULES = "xss,permanentxss,sql,file,exec,redirect,crlf,csp,http_headers,cookieflags,csrf,ssrf"
# Addresses that would end the scanner's own session or start two-step login. It would then scan only a login page.
LEFT_ALONE = ("/logout", "/login/code", "/settings/sessions*", "/settings/password*", "/settings/two-step*", "/admin/two-step*",
              "/admin/users/*/sessions*", "/static/*")
# Known false positives: the text of the scanner, and the reason why it is wrong.
KNOWN = {
    "X-Frame-Options is not set": "frames are forbidden by frame-ancestors of the policy, which browsers prefer",
    "X-XSS-Protection is not set": "browsers have taken out what this switched on",
    "Strict-Transport-Security is not set": "the site scanned speaks plain HTTP; HeaderTests and script/tls see it over HTTPS",
    "Secure flag is not set in the cookie": "likewise; SessionTests see it over HTTPS",
}

# The addresses that each role scans. Each is requested, or sent as a form from the page that contains its token.
PEOPLE: dict[str, list[tuple[str, str, dict[str, str]]]] = {
    "visitor": [
        ("/search?q=soup&with=onion&without=salt&diet=vegan&free_from=milk&category=soup", "", {}),
        ("/search?q=soup&cuisine=italian&max_minutes=30&sort=newest&page=1&all=1", "", {}),
        ("/search/suggest?q=so", "", {}), ("/ingredients/suggest?q=on", "", {}), ("/recipes?category=soup&page=1", "", {}),
        ("/recipes/1*/print", "", {}), ("/cooks/alice*", "", {}), ("/pictures/1*.svg", "", {}), ("/sign-in/x*", "", {}),
        ("/bugs/follow/x*", "", {}), ("/bugs/new?page=/&request=a-1", "", {}),
        ("/login", "/login", {"login": "alice", "password": "wrong", "next": "/", "remember": "1"}),
        ("/register", "/register", {"username": "dora", "email": "dora@example.org", "password": "short"}),
        ("/forgot", "/forgot", {"login": "nobody"}),
        ("/bugs", "/bugs/new", {"what": "x", "expected": "y", "page": "/", "request": "a-1", "contact": "z"}),
        ("/appearance", "/appearance", {"language": "en", "theme": "dark", "next": "/"}),
    ],
    "alice": [
        ("/my/recipes?deleted=1&page=1", "", {}), ("/search?q=soup&all=1&page=2", "", {}), ("/bugs?page=1", "", {}),
        ("/recipes", "/recipes/new", {
            "title": "Soup", "amount": "1", "unit": "g", "ingredient": "salt", "note": "n", "group": "g", "step": "Stir.",
            "category": "soup", "cuisine": "", "servings": "2", "source": "s", "tips": "t", "photo_id": "1"}),
        ("/ingredients/parse", "/recipes/new", {"text": "1 onion"}),
        ("/my/recipes/delete", "/my/recipes", {"recipe": "0"}),
        ("/settings/preferences", "/settings/preferences", {
            "diet": "vegan", "allergen": "milk", "units": "metric",
            "language": "en", "theme": "dark"}),
        ("/settings/profile", "/settings/profile", {
            "display_name": "Alice L", "bio": "b", "first_name": "f", "last_name": "l", "phone": "+44 20 7946 0000"}),
        ("/proposals", "/proposals", {"kind": "ingredient", "name": "quokka", "note": "n"}),
        ("/recipes/import", "/recipes/import", {"text": "Soup\n1 onion\nStir.", "address": ""}),
    ],
    "bob": [
        ("/moderation?page=1", "", {}), ("/moderation/submissions/1*", "", {}),
        ("/moderation/submissions/1/reject", "/logout", {"revision": "1", "base": "1", "reason": "x", "message": "m"}),
    ],
    "ada": [
        ("/admin/users?q=a&page=1", "", {}), ("/admin/ingredients?q=a&page=1", "", {}), ("/admin/bugs?state=new&page=1", "", {}),
        ("/admin/errors?state=solved&page=1", "", {}), ("/admin/mail?state=sent&page=1", "", {}), ("/admin/users/1*", "", {}),
        ("/admin/ingredients/onion*", "", {}), ("/admin/blocked-words", "/admin", {"words": "harmless"}),
        ("/admin/ingredients/onion/merge", "/admin/ingredients/onion/merge", {"into": "quokka"}),
        ("/admin/proposals?state=open&page=1", "", {}), ("/admin/catalogue/changes?page=1", "", {}),
        ("/admin/users/999/licence", "/admin/users/1", {"until": "2099-01-01", "note": "n"}),
    ],
}  # fmt: skip


def run(command: list, seconds: float, log: pathlib.Path) -> str:
    """The output of a program. It is stopped after this number of seconds, and its output is then incomplete."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w") as file:
        try:
            subprocess.run(
                [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=file, stderr=file, timeout=seconds,
                cwd=log.parent)
        except subprocess.TimeoutExpired:
            file.write(f"\nended after {seconds} s")
    return log.read_text(errors="replace")


def wapiti(address: str, folder: pathlib.Path, targets: list, cookies: dict | None = None) -> tuple[str, list[str]]:
    """Scans the pages that links lead to, and the given ones."""
    folder.mkdir(parents=True)
    jar = {name: {"value": value, "expires": None, "secure": False, "port": None, "version": 0}
           for name, value in (cookies or {}).items() if value}
    (folder / "cookies.json").write_text(json.dumps({"127.0.0.1": {"/": jar}}))
    report = folder / "report.json"
    command = [PYTHON, HERE / "wapiti_here.py", "-u", address + "/", "--scope", "folder", "-m", MODULES, "-f", "json"]
    command += ["--flush-session", "--no-bugreport", "--store-session", folder / "s", "--store-config", folder / "c"]
    command += ["-d", "2", "--max-links-per-page", "40", "--max-files-per-dir", "6", "--max-parameters", "30", "-t", "5"]
    command += ["--max-scan-time", "60", "--max-attack-time", "15", "-c", folder / "cookies.json", "-o", report]
    for path, page, _ in targets:
        command += ["-s", address + (page or path.replace("*", ""))]
    for path in LEFT_ALONE:
        command += ["-x", address + path]
    said = run(command, 300, folder / "log")
    if not report.exists():
        return "nothing", [f"wapiti wrote no report: {said[-500:]}"]
    findings = json.loads(report.read_text())
    found = [
        f"{kind}: {each['method']} {each['path']} {each.get('parameter') or ''} {each['info']}"
        for part in ("vulnerabilities", "anomalies") for kind, all in findings[part].items() for each in all
    ]
    pages = re.search(r"Wapiti found (\d+) URLs", said)
    count = int(pages[1]) if pages else 0
    unknown = [line for line in found if not any(words in line for words in KNOWN)]
    told = f"{count} addresses and forms, {len(found) - len(unknown)} findings known"
    return told, unknown if count else unknown + ["wapiti found no page"]


def sqlmap(address: str, folder: pathlib.Path, targets: list, cookies: dict | None = None) -> tuple[str, list[str]]:
    """Scans every parameter of the addresses and forms, one after the other."""
    found, parameters = [], 0
    for number, (path, page, fields) in enumerate(targets):
        command = ["sqlmap", "-u", address + path, "--batch", "--dbms=sqlite", "--level=2", "--risk=1", "--disable-coloring"]
        command += ["--flush-session", "--output-dir", folder / f"{number}", "--technique=BEU", "--drop-set-cookie"]
        command += ["--param-exclude=csrf|toque_(session|visitor|device)", "--answers=redirect=N", "--ignore-code=*"]
        if cookies:
            command += ["--cookie", "; ".join(f"{name}={value}" for name, value in cookies.items() if value)]
        if page:
            command += ["--data", urllib.parse.urlencode({"csrf": "x"} | fields)]
            command += ["--csrf-token=csrf", f"--csrf-url={address}{page}"]
        said = run(command, 240, folder / f"{number}.log")
        tested = set(re.findall(r"testing for SQL injection on (.+ parameter '.+')", said))
        parameters += len(tested)
        injectable = re.findall(r"^Parameter: (.+)$", said, re.M)
        found += [f"{path}: {name} is injectable" for name in injectable]
        is_done = "do not appear to be injectable" in said or injectable
        if not tested or not is_done:
            found.append(f"{path}: not tested to the end: {said[-400:]}")
    return f"{parameters} parameters of {len(targets)} addresses", found


def sslscan(site) -> tuple[str, list[str]]:
    """Checks versions and ciphers; script/tls checks more."""
    said = run(["sslscan", "--no-colour", f"127.0.0.1:{site.port}"], 120, site.data.parent / "sslscan" / "log")
    versions = dict(re.findall(r"^((?:SSL|TLS)v[0-9.]+)\s+(enabled|disabled)", said, re.M))
    spoken = {version for version, state in versions.items() if state == "enabled"}
    ciphers = re.findall(r"^(?:Accepted|Preferred)\s+TLSv1\.[0-9]\s+(\d+) bits\s+(\S+)", said, re.M)
    found = [] if spoken == {"TLSv1.2", "TLSv1.3"} else [f"versions {versions}"]
    found += [f"weak cipher {name}" for bits, name in ciphers if int(bits) < 128 or re.search("RC4|CBC|DES|NULL", name)]
    found += re.findall(r"(?<!not )vulnerable to .*", said)
    return f"{len(versions)} versions, {len(ciphers)} ciphers", found if ciphers else found + ["no cipher was seen"]
