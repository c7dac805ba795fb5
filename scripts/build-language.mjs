import path from "node:path";
import { build } from "vite";
import { root } from "./set-up.mjs";

/** Builds the browser side with the words of one language, and what renders it in the server. */
export async function buildLanguage(language, { web, renderer, copyPublicDir }) {
  // Read by vite.config.ts, which is loaded anew for each build.
  process.env.SITE_LANGUAGE = language;
  const common = { configFile: path.join(root, "vite.config.ts"), logLevel: "warn" };
  await build({ ...common, build: { outDir: web, copyPublicDir } });
  await build({
    ...common,
    // Whole, because the packages of the browser side are not installed where the server runs.
    ssr: { noExternal: true },
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      ssr: "app/prerender.tsx",
      outDir: renderer,
      copyPublicDir: false,
      // One file, loaded at the start: a later build must not take parts of it away.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
}
