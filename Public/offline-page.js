// The page in place of those that are not kept: lists the kept ones, and loads again when the connection returns.

const again = document.querySelector("[data-again]");
if (location.pathname !== "/offline") {
  again.href = location.href;
  addEventListener("online", () => location.reload());
}

const { showKept } = await import(document.querySelector("[data-kept]").dataset.kept);
document.querySelector("[data-none]").hidden = await showKept() > 0;
