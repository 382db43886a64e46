// The recipe page: links to the previous and next recipe of the list from which it was opened, also by arrow keys and swipe.

const key = "toque.list";
const nav = document.querySelector("[data-neighbours]");
const stored = JSON.parse(sessionStorage.getItem(key) ?? "null");
// The list of a member is for nobody else: it may have private recipes.
const isForeign = stored?.owner && stored.owner !== document.querySelector("script[data-offline]")?.dataset.offline;
if (isForeign) sessionStorage.removeItem(key);
const list = isForeign || !stored ? { items: [] } : stored;
const idOf = (address) => /^\/recipes\/(\d+)/.exec(address)?.[1];

const show = () => {
  const here = idOf(location.pathname);
  const place = list.items.findIndex(([address]) => idOf(address) === here);
  if (place < 0) return place;
  for (const [rel, item] of [["prev", list.items[place - 1]], ["next", list.items[place + 1]]]) {
    const link = nav.querySelector(`[data-side=${rel}]`);
    link.hidden = !item;
    if (!item) continue;
    Object.assign(link, { href: item[0], rel });
    link.querySelector("[data-title]").textContent = item[1];
    nav.hidden = false;
  }
  return place;
};

// The list goes on on its next or previous page.
const extend = async (side) => {
  const answer = await fetch(list[side], { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const links = [...page.querySelectorAll("[data-pages] .recipe-card h3 a")];
  const items = links.map((link) => [link.getAttribute("href"), link.textContent]);
  list.items = side === "after" ? [...list.items, ...items] : [...items, ...list.items];
  list[side] = page.querySelector(`nav.pages [rel=${side === "after" ? "next" : "prev"}]`)?.getAttribute("href");
  sessionStorage.setItem(key, JSON.stringify(list));
  show();
};

const follow = (rel) => {
  const link = nav.querySelector(`[data-side=${rel}]`);
  if (!link.hidden) link.click();
  return !link.hidden;
};

const isBusy = (target) => document.querySelector("dialog[open]")
  || target.closest?.("input, textarea, select, video, audio, [contenteditable]") !== null;
// Arrow keys and swipes scroll what is wider than its box.
const scrollsSideways = (element) => {
  for (let box = element; box; box = box.parentElement) {
    if (box.scrollWidth <= box.clientWidth + 1) continue;
    if (box === document.documentElement || /auto|scroll/.test(getComputedStyle(box).overflowX)) return true;
  }
  return false;
};

document.addEventListener("keydown", (event) => {
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (!rel || event.defaultPrevented || event.repeat) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (isBusy(event.target) || scrollsSideways(event.target)) return;
  if (follow(rel)) event.preventDefault();
});

// A swipe is one finger that moves at least 80 pixels to a side within 0.8 seconds, more than twice as far as up or down.
// One that starts within 24 pixels of an edge is the browser's own.
let start = null;
document.addEventListener("touchstart", ({ touches, target, timeStamp }) => {
  start = null;
  if (touches.length !== 1 || isBusy(target) || scrollsSideways(target) || visualViewport.scale > 1.01) return;
  const [{ clientX: x, clientY: y }] = touches;
  if (x > 24 && x < innerWidth - 24) start = { x, y, time: timeStamp };
}, { passive: true });
document.addEventListener("touchcancel", () => { start = null; });
document.addEventListener("touchend", ({ changedTouches: [{ clientX, clientY }], timeStamp }) => {
  if (!start || timeStamp - start.time > 800 || !getSelection().isCollapsed) return;
  const [across, down] = [clientX - start.x, clientY - start.y];
  start = null;
  if (Math.abs(across) >= 80 && Math.abs(across) > 2 * Math.abs(down)) follow(across < 0 ? "next" : "prev");
});

const place = show();
if (place === 0 && list.before) extend("before").catch(() => {});
if (place >= 0 && place === list.items.length - 1 && list.after) extend("after").catch(() => {});
