import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";
import { inCss, type ThemeName, themeColours } from "../contract/theme-colours.ts";

/** Of the site's own colours; all others have names that daisyUI reads. */
const ownNames = /^(yes|no|muted|panel)(-content)?$/;

/** The colours of a theme as variables. */
function variables(theme: ThemeName): string {
  return Object.entries(themeColours[theme])
    .map(([name, colour]) => `--${ownNames.test(name) ? "" : "color-"}${name}: ${inCss(colour)};`)
    .join(" ");
}

const shape =
  "--radius-selector: 2rem; --radius-field: 0.5rem; --radius-box: 0.5rem; --size-selector: 0.25rem; --size-field: 0.275rem; --border: 1px; --depth: 0; --noise: 0;";
const forPages = `
@plugin "daisyui/theme" { name: "light"; default: true; color-scheme: light; ${variables("light")} ${shape} }
@plugin "daisyui/theme" { name: "dark"; prefersdark: true; color-scheme: dark; ${variables("dark")} ${shape} }
@media print { :root { ${variables("light")} } }`;
const forFrames = `:root { ${variables("light")} }
:root[data-theme="dark"] { ${variables("dark")} }
@media (prefers-color-scheme: dark) { :root:not([data-theme]) { ${variables("dark")} } }
`;

/** Where `web/app/styles.css` has the colours. */
const PLACE = "/* The colours of contract/theme-colours.ts. */";
const FRAME = "embed-frame.css";

const readFrame = () =>
  forFrames + readFileSync(path.join(import.meta.dirname, "../web/outreach/embeds", FRAME), "utf8");

/** Writes the colours into the style sheets of pages, and of frames, which share nothing else. */
export const themeStyles: Plugin = {
  name: "theme-styles",
  enforce: "pre",
  transform(code, id) {
    if (!/\/web\/app\/styles\.css(\?|$)/.test(id)) return null;
    if (!code.includes(PLACE)) throw new Error(`web/app/styles.css has no ${PLACE}`);
    return code.replace(PLACE, forPages);
  },
  configureServer({ middlewares }) {
    middlewares.use(`/${FRAME}`, (_request, response) => {
      response.setHeader("content-type", "text/css").end(readFrame());
    });
  },
  generateBundle() {
    const { copyPublicDir, ssr } = this.environment.config.build;
    // Once, like what is in `web/public`.
    if (copyPublicDir && !ssr)
      this.emitFile({ type: "asset", fileName: FRAME, source: readFrame() });
  },
};
