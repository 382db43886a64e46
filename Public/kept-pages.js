// Lists the pages that are kept on this device.

const keyOf = (address) => address.replace(/^(\/recipes\/\d+)-[^/]*/, "$1");

export async function showKept() {
  const section = document.querySelector("[data-kept]");
  const items = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith("toque-pages ")) continue;
    const cache = await caches.open(name);
    const list = await cache.match("/offline/pages");
    if (!list) continue;
    for (const { address, title } of (await list.json()).pages) {
      if (!await cache.match(keyOf(address))) continue;
      const link = Object.assign(document.createElement("a"), { href: address, textContent: title });
      const item = document.createElement("li");
      item.append(link);
      items.push(item);
    }
  }
  section.querySelector("ul").replaceChildren(...items);
  section.hidden = items.length === 0;
  return items.length;
}
