// Applies the chosen theme. Loaded before the first paint, so that no other theme flashes, and not
// part of the page, because the Content-Security-Policy refuses scripts inside of it.
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
