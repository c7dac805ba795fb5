// Runs before all else of a page. It is not part of the page, because the Content-Security-Policy
// refuses scripts inside of it.

// Mails of version 1.0 have their tokens in the query. Behind a `#` they reach no server.
const address = new URL(location);
if (/^\?(token|of)=/.test(address.search)) {
  address.hash = address.search.slice(1);
  address.search = "";
  history.replaceState(history.state, "", address);
}

// While servers are replaced one by one, a page may come from one version and ask the other for its
// files, which are not there. It is loaded once more, and then says what is wrong.
const LOADED_AGAIN = "loaded-again";
let isLost = false;
const onLost = ({ target }) => {
  if (isLost || !target.matches?.("script[type=module],link[rel=stylesheet]")) return;
  isLost = true;
  if (navigator.onLine && !sessionStorage.getItem(LOADED_AGAIN)) {
    sessionStorage.setItem(LOADED_AGAIN, "yes");
    location.reload();
  } else addEventListener("load", sayLost);
};
const sayLost = () => {
  const notice = document.getElementById("not-loaded");
  notice.hidden = false;
  notice.querySelector("button").onclick = () => location.reload();
};
addEventListener("error", onLost, true);
addEventListener("load", () => isLost || sessionStorage.removeItem(LOADED_AGAIN));

// Before the first paint, so that no other theme flashes.
const applyTheme = () => {
  const chosen = localStorage.getItem("theme");
  const theme = chosen === "light" || chosen === "dark" ? chosen : null;
  const { dataset } = document.documentElement;
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
  document.querySelector("meta[name=color-scheme]").content = theme ?? "light dark";
  for (const meta of document.querySelectorAll("meta[data-theme-color]")) {
    const its = meta.dataset.themeColor;
    meta.media = theme ? (theme === its ? "all" : "not all") : `(prefers-color-scheme: ${its})`;
  }
};
applyTheme();
// Sent by the switch, and by the browser when it was changed in another tab.
addEventListener("theme", applyTheme);
addEventListener("storage", applyTheme);
