// The service worker: keeps a member's pages with their scripts, styles and pictures, and answers with them when there
// is no connection; rings when a timer ends and no page shows it. `SITE` is inserted before this line.
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
// After a form was sent, for how long a page may load as long as it needs: the kept one would not show the change.
const AFTER_FORM = 60_000;
// How long after a refresh that did not finish the next one begins.
const RETRY = 600_000;
// How long after a refresh pulling down the home page begins another.
const REST = 60_000;

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

// Only attributes that name files: a text of a recipe may begin with `/static/` too.
const FILE = /\s(?:href|src|data-(?:queue|sounds|push-script|voice|wave|wave-worker|kept))="(\/static\/[\w.-]+)(?=["#])/g;

// The scripts, styles and icons that a page names, and one file of each picture.
const filesOf = (html) => ({
  needed: new Set([...html.matchAll(FILE)].map(([, address]) => address)),
  pictures: new Set([...html.matchAll(/<img\b[^>]*?\ssrc="(\/(?:media|pictures)\/[^"#?]+)/g)].map(([, address]) => address)),
});

// Returns whether the file is kept.
const keepFile = async (files, address) => {
  if (await files.match(address)) return true;
  const answer = await fetch(address);
  if (answer.ok) await files.put(address, answer);
  return answer.ok;
};

const isFull = (error) => error.name === "QuotaExceededError";

// Fetches a page of the member with its files, and stores it last. Returns whether it is kept, and the problem: `partly`
// or `full`. A page that the site fails to show stays as it was.
const keepPage = async (pages, address, { withPictures, owner }) => {
  const key = keyOf(new URL(address, location));
  const answer = await fetch(address, { headers: { Accept: "text/html", Purpose: "prefetch" } });
  const html = await answer.text();
  if (answer.status === 429) throw new Error(`${address}: too many requests`);
  const asBefore = async () => ({ isKept: Boolean(await pages.match(key)), problem: "partly" });
  if (answer.status >= 500) return asBefore();
  if (owner && !html.includes(`data-offline="${owner}"`)) throw new Error(`${address}: not a page of this member`);
  if (answer.status === 404 || keyOf(new URL(answer.url)) !== key) return { isKept: false };
  if (!answer.ok) return asBefore();
  const { needed, pictures } = filesOf(html);
  const files = await caches.open(FILES);
  let problem;
  for (const file of needed) if (!await keepFile(files, file)) return asBefore();
  for (const file of withPictures ? pictures : []) {
    try {
      if (!await keepFile(files, file)) problem = "partly";
    } catch (error) {
      problem = isFull(error) ? "full" : "partly";
      if (problem === "full") break;
    }
  }
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length", "Set-Cookie"]) headers.delete(name);
  headers.set("Kept-At", new Date().toISOString());
  // Cook mode names its servings.
  headers.set("Kept-Servings", /<body\b[^>]*\sdata-servings="([\d.]*)"/.exec(html)?.[1] ?? "");
  await pages.put(key, new Response(html, { headers }));
  return { isKept: true, problem };
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

const isDue = ({ keptAt, triedAt, refreshAfter }, isPulled) => isPulled
  ? Date.now() - triedAt >= REST
  : Date.now() - keptAt >= refreshAfter * 1000 && Date.now() - triedAt >= RETRY;

// Returns the problem, as `keepPage` does.
const refresh = async (owner, { isAsked, isNew, isPulled }, report) => {
  const begun = epoch;
  const known = await keptList(owner);
  if (isNew && !known) return undefined;
  if (!isAsked && !isNew && known && !isDue(known, isPulled)) return undefined;
  const answer = await fetch(LIST, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(answer.statusText);
  const given = await answer.json();
  // Logged out, or somebody else: nothing of the member stays.
  if (given.owner !== owner || epoch !== begun) return forgetPages();
  const now = Date.now();
  const list = {
    line: given.line, amounts: given.amounts, pictures: given.pictures, refreshAfter: given.refresh_after, pages: given.pages,
    keptAt: now, triedAt: isNew ? known.triedAt : now,
  };
  for (const name of await pagesNames()) if (name !== PAGES + owner) await caches.delete(name);
  const pages = await caches.open(PAGES + owner);
  await keepPage(await caches.open(SHELL), "/offline", {});
  if (epoch !== begun) return forgetPages();
  // The list first, without the time: so the pages that were reached are found after an interruption.
  await pages.put(LIST, Response.json({ ...list, keptAt: known?.keptAt ?? 0 }));
  const kept = new Set([LIST]);
  let problem;
  for (const [place, { address }] of list.pages.entries()) {
    report({ done: place, total: list.pages.length });
    if (epoch !== begun) return forgetPages();
    const key = keyOf(new URL(address, location));
    if (isNew && await pages.match(key)) {
      kept.add(key);
      continue;
    }
    const result = await keepPage(pages, address, { withPictures: list.pictures && problem !== "full", owner });
    if (result.isKept) kept.add(key);
    if (problem !== "full") problem = result.problem ?? problem;
  }
  if (epoch !== begun) return forgetPages();
  for (const request of await pages.keys()) if (!kept.has(keyOf(new URL(request.url)))) await pages.delete(request);
  if (!isNew) await pages.put(LIST, Response.json(list));
  await tidyFiles(list.pictures);
  return problem;
};

// One refresh at a time; a second request waits for the first.
let running = Promise.resolve();
const inTurn = (work) => {
  const turn = running.then(work, work);
  running = turn.catch(() => {});
  return turn;
};

const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

// Whether a page was kept with other servings or units than those of the address.
const hasOtherAmounts = ({ searchParams }, answer) => {
  const servings = searchParams.get("servings");
  return searchParams.has("units") || Boolean(servings) && servings !== answer.headers.get("Kept-Servings");
};

// The kept page, with a line that says since when.
const kept = async (url) => {
  for (const name of await pagesNames()) {
    const pages = await caches.open(name);
    const answer = url.pathname === LIST ? undefined : await pages.match(keyOf(url));
    if (!answer) continue;
    const { line = "{time}", amounts = "" } = await (await pages.match(LIST))?.json() ?? {};
    const at = answer.headers.get("Kept-At");
    const text = hasOtherAmounts(url, answer) ? `${line} ${amounts}` : line;
    const note = escape(text).replace("{time}", `<time datetime="${at}">${at.slice(0, 16).replace("T", " ")} UTC</time>`);
    const html = (await answer.text()).replace(/<main\b[^>]*>/, (main) => `${main}<p class="note offline-line" role="status">${note}</p>`);
    return new Response(html, { headers: answer.headers });
  }
  return undefined;
};

// The page that says that there is no connection; after a form, also that it was not sent.
const instead = async (isForm) => {
  const answer = await (await caches.open(SHELL)).match("/offline");
  if (!answer) return Response.error();
  const html = await answer.text();
  return new Response(isForm ? html.replace(" data-unsent hidden", " data-unsent") : html, { headers: answer.headers });
};

// When a form was last sent.
let sentAt = 0;

const openPage = async (request) => {
  const url = new URL(request.url);
  const loading = fetch(request);
  loading.catch(() => {});
  try {
    if (Date.now() - sentAt < AFTER_FORM || !await isKept(url)) return await loading;
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

// A photo in another size or format, if the asked one was not kept. Drawings have one file each, all in one folder.
const anyPicture = async (pathname) => {
  const files = await caches.open(FILES);
  const exact = await files.match(pathname);
  if (exact || pathname.split("/")[1] !== "media") return exact ?? Response.error();
  const folder = pathname.slice(0, pathname.lastIndexOf("/") + 1);
  for (const request of await files.keys()) if (new URL(request.url).pathname.startsWith(folder)) return files.match(request);
  return Response.error();
};

const openFile = async (request) => await (await caches.open(FILES)).match(new URL(request.url).pathname) ?? fetch(request);

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && url.pathname === "/logout") event.waitUntil(Promise.all([forgetPages(), stopRinging()]));
  if (request.method === "POST" && request.mode === "navigate") {
    sentAt = Date.now();
    // Not files: a browser ends a worker's event after some minutes.
    const isText = request.headers.get("Content-Type")?.startsWith("application/x-www-form-urlencoded");
    if (isText || !navigator.onLine) event.respondWith(fetch(request).catch(() => instead(true)));
  }
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
      const begun = epoch;
      const list = await keptList(owner);
      if (!list) return;
      await keepPage(await caches.open(PAGES + owner), address, { withPictures: list.pictures, owner });
      if (epoch !== begun) await forgetPages();
    }
    : () => refresh(owner, event.data, report);
  event.waitUntil(inTurn(work).then(
    (problem) => report({ isFinished: true, problem }),
    (error) => report({ isFinished: true, problem: isFull(error) ? "full" : "failed" })));
});

// A sync that throws is repeated.
const sync = async () => {
  const { failure } = await toqueQueue.flush();
  if (failure) throw failure;
};
addEventListener("sync", (event) => { if (event.tag === "toque-queue") event.waitUntil(sync()); });

// Timers

const stopRinging = async () => (await registration.pushManager?.getSubscription())?.unsubscribe();

// Whether a page rings by itself: browsers let it only after a touch.
const canRing = (page) => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => resolve(data);
  setTimeout(resolve, 1000, false);
  page.postMessage("ring", [port2]);
});

const ring = async ({ title, body, address, tag }) => {
  const pages = await clients.matchAll({ type: "window" });
  // The recipe's own page and its cook mode ring by themselves while they are in sight, if they were touched.
  const parts = (url) => new URL(url, location).pathname.split("/");
  const recipe = parts(address)[2];
  const rings = (url) => {
    const [, list, name = "", more = "cook", rest] = parts(url);
    return list === "recipes" && name.split("-")[0] === recipe && more === "cook" && rest === undefined;
  };
  for (const page of pages) if (page.visibilityState === "visible" && rings(page.url) && await canRing(page)) return;
  const options = { body, tag, icon: SITE.icon, data: { address }, requireInteraction: true, vibrate: [300, 150, 300] };
  await registration.showNotification(title, options);
};
addEventListener("push", (event) => { if (event.data) event.waitUntil(ring(event.data.json())); });

const openCooking = async (address) => {
  const target = new URL(address, location);
  const pages = await clients.matchAll({ type: "window" });
  const open = pages.find(({ url }) => new URL(url).pathname === target.pathname);
  return open ? open.focus() : clients.openWindow(target);
};
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openCooking(event.notification.data.address));
});

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(SHELL).then((shell) => keepPage(shell, "/offline", {})).then(({ isKept: isReady }) => {
    if (!isReady) throw new Error("the page for no connection is not kept");
  }));
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
