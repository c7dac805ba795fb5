import { useId, useSyncExternalStore } from "react";
import * as t from "#words/layout";

const KEY = "theme";

function subscribe(listener: () => void): () => void {
  for (const event of ["theme", "storage"]) addEventListener(event, listener);
  return () => {
    for (const event of ["theme", "storage"]) removeEventListener(event, listener);
  };
}

/** `public/theme.js` applies what is chosen here. */
function choose(theme: string): void {
  if (theme === "system") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  dispatchEvent(new Event("theme"));
}

export function ThemeSwitch() {
  const id = useId();
  const theme = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(KEY) ?? "system",
    () => "system",
  );
  return (
    <p className="flex items-center gap-3">
      <label htmlFor={id}>{t.theme}</label>
      <select
        id={id}
        value={theme}
        onChange={({ target }) => choose(target.value)}
        className="h-11 rounded-field border border-muted bg-base-100 px-3"
      >
        <option value="system">{t.themes.system}</option>
        <option value="light">{t.themes.light}</option>
        <option value="dark">{t.themes.dark}</option>
      </select>
    </p>
  );
}
