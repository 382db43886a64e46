// The page in place of those that are not kept: lists the kept ones, and loads again when the connection returns.

const again = document.querySelector("[data-again]");
if (!document.querySelector("[data-unsent]").hidden) {
  // Loading again would send the form once more, and the site may have got it.
  again.addEventListener("click", (event) => {
    event.preventDefault();
    history.back();
  });
} else if (location.pathname !== "/offline") {
  again.href = location.href;
  addEventListener("online", () => location.reload());
}

const { showKept } = await import(document.querySelector("[data-kept]").dataset.kept);
document.querySelector("[data-none]").hidden = await showKept() > 0;
