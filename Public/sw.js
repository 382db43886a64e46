// The service worker: keeps a member's pages with their scripts, styles and pictures, and answers with them when there
// is no connection. `SITE` is inserted before this line.
//
// Names of scripts and styles contain a fingerprint. A page is kept only together with the very files that it names, so
// versions of the site never mix.

importScripts(SITE.queue);

const FILES = "toque-files";
const SHELL = "toque-shell";
const PAGES = "toque-pages ";
const LIST = "/offline/pages";
// In milliseconds: how long a page may load before the kept one is shown.
const PATIENCE = 6000;

// A recipe's address without its title, so that a new title or other servings find the same page.
const keyOf = ({ pathname, search }) => {
  const recipe = /^(\/recipes\/\d+)(?:-[^/]*)?(\/cook)?$/.exec(pathname);
  return recipe ? recipe[1] + (recipe[2] ?? "") : pathname + search;
};

const pagesNames = async () => (await caches.keys()).filter((name) => name.startsWith(PAGES));

// Grows when the pages are forgotten, so that a refresh that is under way stops.
let epoch = 0;

const forgetPages = async () => {
  epoch += 1;
  for (const name of await pagesNames()) await caches.delete(name);
  await caches.delete(FILES);
};

// The scripts, styles and icons that a page names, and one file of each picture.
const filesOf = (html) => ({
  needed: new Set([...html.matchAll(/"(\/static\/[^"#?]+)/g)].map(([, address]) => address)),
  pictures: new Set([...html.matchAll(/<img\b[^>]*?\ssrc="(\/(?:media|pictures)\/[^"#?]+)/g)].map(([, address]) => address)),
});

const keepFile = async (files, address) => {
  if (await files.match(address)) return;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  await files.put(address, answer);
};

// Fetches a page with its files, and stores it last. Returns whether it is kept.
const keepPage = async (pages, address, withPictures) => {
  const answer = await fetch(address, { headers: { Accept: "text/html", Purpose: "prefetch" } });
  const isElsewhere = keyOf(new URL(answer.url)) !== keyOf(new URL(address, location));
  if (answer.status === 404 || isElsewhere) return false;
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const html = await answer.text();
  const { needed, pictures } = filesOf(html);
  const files = await caches.open(FILES);
  for (const file of needed) await keepFile(files, file);
  if (withPictures) for (const file of pictures) await keepFile(files, file).catch(() => {});
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length", "Set-Cookie"]) headers.delete(name);
  headers.set("Kept-At", new Date().toISOString());
  await pages.put(keyOf(new URL(address, location)), new Response(html, { headers }));
  return true;
};

// Deletes the files that no kept page names any more.
const tidyFiles = async (withPictures) => {
  const used = new Set();
  for (const name of [SHELL, ...await pagesNames()]) {
    const pages = await caches.open(name);
    for (const request of await pages.keys()) {
      if (new URL(request.url).pathname === LIST) continue;
      const { needed, pictures } = filesOf(await (await pages.match(request)).text());
      for (const address of needed) used.add(address);
      if (withPictures) for (const address of pictures) used.add(address);
    }
  }
  const files = await caches.open(FILES);
  for (const request of await files.keys()) if (!used.has(new URL(request.url).pathname)) await files.delete(request);
};

const keptList = async (owner) => {
  const answer = await (await caches.open(PAGES + owner)).match(LIST);
  return answer?.json();
};

const refresh = async (owner, { isAsked, isNew }, report) => {
  const known = await keptList(owner);
  if (isNew && !known) return;
  if (!isAsked && !isNew && known && Date.now() - known.keptAt < known.refreshAfter * 1000) return;
  const answer = await fetch(LIST, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(answer.statusText);
  const given = await answer.json();
  // Logged out, or somebody else: nothing of the member stays.
  if (given.owner !== owner) return forgetPages();
  const list = { line: given.line, pictures: given.pictures, refreshAfter: given.refresh_after, pages: given.pages, keptAt: Date.now() };
  for (const name of await pagesNames()) if (name !== PAGES + owner) await caches.delete(name);
  const pages = await caches.open(PAGES + owner);
  await keepPage(await caches.open(SHELL), "/offline", false);
  // The list first, without the time: so the pages that were reached are found after an interruption.
  await pages.put(LIST, Response.json({ ...list, keptAt: known?.keptAt ?? 0 }));
  const begun = epoch;
  const kept = new Set([LIST]);
  for (const [place, { address }] of list.pages.entries()) {
    report({ done: place, total: list.pages.length });
    if (epoch !== begun) return forgetPages();
    const key = keyOf(new URL(address, location));
    if (isNew && await pages.match(key) || await keepPage(pages, address, list.pictures)) kept.add(key);
  }
  for (const request of await pages.keys()) if (!kept.has(keyOf(new URL(request.url)))) await pages.delete(request);
  if (!isNew) await pages.put(LIST, Response.json(list));
  await tidyFiles(list.pictures);
};

// One refresh at a time; a second request waits for the first.
let running = Promise.resolve();
const inTurn = (work) => {
  const turn = running.then(work, work);
  running = turn.catch(() => {});
  return turn;
};

const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

// The kept page, with a line that says since when.
const kept = async (url) => {
  for (const name of await pagesNames()) {
    const pages = await caches.open(name);
    const answer = url.pathname === LIST ? undefined : await pages.match(keyOf(url));
    if (!answer) continue;
    const { line } = await (await pages.match(LIST)).json();
    const at = answer.headers.get("Kept-At");
    const note = escape(line).replace("{time}", `<time datetime="${at}">${at.slice(0, 16).replace("T", " ")} UTC</time>`);
    const html = (await answer.text()).replace(/<main\b[^>]*>/, (main) => `${main}<p class="note offline-line" role="status">${note}</p>`);
    return new Response(html, { headers: answer.headers });
  }
  return undefined;
};

const instead = async () => {
  const answer = await (await caches.open(SHELL)).match("/offline");
  return answer ? new Response(await answer.text(), { headers: answer.headers }) : Response.error();
};

const openPage = async (request) => {
  const url = new URL(request.url);
  const loading = fetch(request);
  loading.catch(() => {});
  try {
    if (!await isKept(url)) return await loading;
    const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
    return await Promise.race([loading, late]) ?? await kept(url) ?? await loading;
  } catch {
    return await kept(url) ?? instead();
  }
};

const isKept = async (url) => {
  for (const name of await pagesNames()) if (await (await caches.open(name)).match(keyOf(url))) return true;
  return false;
};

// A picture in another size or format, if the asked one was not kept.
const anyPicture = async (pathname) => {
  const files = await caches.open(FILES);
  const exact = await files.match(pathname);
  if (exact) return exact;
  const folder = pathname.slice(0, pathname.lastIndexOf("/") + 1);
  for (const request of await files.keys()) if (new URL(request.url).pathname.startsWith(folder)) return files.match(request);
  return Response.error();
};

const openFile = async (request) => await (await caches.open(FILES)).match(new URL(request.url).pathname) ?? fetch(request);

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && url.pathname === "/logout") event.waitUntil(forgetPages());
  if (request.method !== "GET" || request.headers.has("Range")) return;
  if (request.mode === "navigate") event.respondWith(openPage(request));
  else if (url.pathname.startsWith("/static/")) event.respondWith(openFile(request));
  else if (request.destination === "image" && /^\/(media|pictures)\//.test(url.pathname)) {
    event.respondWith(fetch(request).catch(() => anyPicture(url.pathname)));
  }
});

addEventListener("message", (event) => {
  const { owner, address } = event.data;
  const [port] = event.ports;
  const report = (state) => port?.postMessage(state);
  const work = address
    // A recipe that is being cooked.
    ? async () => {
      const list = await keptList(owner);
      if (list) await keepPage(await caches.open(PAGES + owner), address, list.pictures);
    }
    : () => refresh(owner, event.data, report);
  event.waitUntil(inTurn(work).then(
    () => report({ isFinished: true }),
    (error) => report({ isFinished: true, problem: error.name === "QuotaExceededError" ? "full" : "failed" })));
});

addEventListener("sync", (event) => { if (event.tag === "toque-queue") event.waitUntil(toqueQueue.flush()); });

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(SHELL).then((shell) => keepPage(shell, "/offline", false)));
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
