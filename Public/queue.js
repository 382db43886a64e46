// Changes of shopping lists and of the plan, and hearts, that the site has not confirmed yet. They are stored on the device and sent when there is a
// connection. Pages and the service worker share this file, so it is no module.

globalThis.toqueQueue = (() => {
  // Without storage, changes last as long as the page.
  const memory = new Map();

  const open = () => new Promise((resolve, reject) => {
    const request = indexedDB.open("toque", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("changes", { keyPath: "key" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

  // Calls `work` with the store and a function that sets the result.
  const run = async (mode, work) => {
    const database = await open();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction("changes", mode);
        let result;
        work(transaction.objectStore("changes"), (value) => { result = value; });
        transaction.oncomplete = () => resolve(result);
        transaction.onerror = transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      database.close();
    }
  };

  const all = async () => {
    let stored = [];
    try {
      stored = await run("readonly", (store, done) => { store.getAll().onsuccess = ({ target }) => done(target.result); });
    } catch { /* Only those in memory. */ }
    return [...stored, ...memory.values()].sort((one, other) => one.at - other.at);
  };

  // A change replaces an earlier one with the same key: of several ticks of an item, the last one counts. A tick (or a
  // heart) and its undoing cancel each other if none of them was ever sent, so that a tick from another device stays.
  // `label` names the change for its member, if the page shows it without the list that it belongs to.
  const put = async ({ key, owner, address, fields = {}, label, isTried }) => {
    const change = { key, owner, address, fields, label, id: crypto.randomUUID?.() ?? `${Date.now()}${Math.random()}`, at: Date.now() };
    const isUndone = (waiting) => waiting && !waiting.isTried && waiting.address !== address;
    try {
      await run("readwrite", (store) => {
        store.get(key).onsuccess = ({ target }) => {
          if (isUndone(target.result)) store.delete(key);
          else store.put({ ...change, isTried: isTried || target.result?.isTried });
        };
      });
    } catch {
      if (isUndone(memory.get(key))) memory.delete(key);
      else memory.set(key, { ...change, isTried: isTried || memory.get(key)?.isTried });
    }
  };

  // Deletes a change, or replaces it, unless a newer one has taken its place. Returns whether it did.
  const settle = async (change, replacement) => {
    let isNewest = memory.get(change.key)?.id === change.id;
    if (isNewest) {
      if (replacement) memory.set(change.key, replacement);
      else memory.delete(change.key);
    }
    try {
      await run("readwrite", (store) => {
        store.get(change.key).onsuccess = ({ target }) => {
          if (target.result?.id !== change.id) return;
          isNewest = true;
          if (replacement) store.put(replacement);
          else store.delete(change.key);
        };
      });
    } catch { /* It was in memory. */ }
    return isNewest;
  };

  const keepOnly = async (owner) => {
    for (const change of await all()) if (change.owner !== owner && change.owner !== "") await settle(change);
  };

  const post = ({ address, fields }, csrf) => fetch(address, {
    method: "POST", body: new URLSearchParams({ ...fields, csrf }), headers: { Accept: "application/json" },
  });

  // Whose changes can be sent now, with a fresh form token. Throws without a connection.
  const askPass = async () => {
    const answer = await fetch("/offline/pages", { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.json();
  };

  // Changes that the site refused stay, with its status and reason, until a page has shown them. If it fails with one, the next ones are sent all the
  // same, and `failure` is the error.
  const send = async (known) => {
    const waiting = () => all().then((changes) => changes.filter(({ isRefused }) => !isRefused));
    let pass = known;
    let isFresh = false;
    const result = { sent: 0, needsLogin: false };
    for (const untried of await waiting()) {
      // What was never sent can be taken back without asking the site.
      if (!navigator.onLine) throw new Error("no connection");
      const change = { ...untried, isTried: true };
      if (!pass) [pass, isFresh] = [await askPass(), true];
      if (change.owner !== "" && change.owner !== pass.owner) {
        result.needsLogin ||= pass.owner === "";
        continue;
      }
      if (!await settle(untried, change)) continue;
      let answer = await post(change, pass.csrf);
      // The token is old, or the session has ended: a fresh token shows which.
      if ((answer.status === 403 || answer.redirected) && !isFresh) {
        [pass, isFresh] = [await askPass(), true];
        if (change.owner !== "" && change.owner !== pass.owner) {
          result.needsLogin ||= pass.owner === "";
          continue;
        }
        answer = await post(change, pass.csrf);
      }
      if (answer.redirected) {
        result.needsLogin = true;
      } else if (answer.ok || answer.status === 404 && !change.fields.change) {
        // An item that is not on the list any more needs no tick.
        await settle(change);
        result.sent += 1;
      } else if (answer.status === 429) {
        throw new Error(answer.statusText);
      } else if (answer.status >= 400 && answer.status < 500) {
        const { reason } = await answer.json().catch(() => ({}));
        await settle(change, { ...change, isRefused: true, status: answer.status, reason });
      } else {
        result.failure = new Error(answer.statusText);
      }
    }
    return { ...result, waiting: (await waiting()).length };
  };

  // One page at a time sends.
  const flush = (pass) => navigator.locks ? navigator.locks.request("toque-queue", () => send(pass)) : send(pass);

  return { all, put, settle, keepOnly, flush };
})();
