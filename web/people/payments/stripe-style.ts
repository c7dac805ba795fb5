import { useSyncExternalStore } from "react";

/** Stripe's fields are in an iframe, which does not know our colours or when they change. */
export function useElementStyle() {
  useSyncExternalStore(subscribeToScheme, scheme);
  const muted = token("--muted");
  const error = token("--color-error");
  return {
    base: {
      color: token("--color-base-content"),
      iconColor: muted,
      fontFamily: "system-ui, sans-serif",
      // Below 16 px phones zoom in on a field.
      fontSize: "16px",
      "::placeholder": { color: muted },
    },
    invalid: { color: error, iconColor: error },
  };
}

/** The token's colour as red, green and blue, because Stripe predates `oklch`. */
function token(name: string): string {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  if (!canvas) return "";
  canvas.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name);
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

const darkSystem = matchMedia("(prefers-color-scheme: dark)");
const scheme = () => getComputedStyle(document.documentElement).colorScheme;

/** The system's scheme, or the one that the theme switch has chosen. */
function subscribeToScheme(listener: () => void): () => void {
  darkSystem.addEventListener("change", listener);
  addEventListener("theme", listener);
  return () => {
    darkSystem.removeEventListener("change", listener);
    removeEventListener("theme", listener);
  };
}
