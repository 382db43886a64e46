// Following a notification marks it as read first; without a script, its button does.

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-reads]");
  if (!link) return;
  const body = new URLSearchParams({ csrf: link.closest("li").querySelector("[name=csrf]").value });
  const headers = { Accept: "application/json" };
  const isHere = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (isHere) event.preventDefault();
  try {
    await fetch(link.dataset.reads, { method: "POST", body, headers, keepalive: true, signal: AbortSignal.timeout(2000) });
  } catch {
    // It stays unread, and can still be opened.
  }
  if (isHere) location.assign(link.href);
});
