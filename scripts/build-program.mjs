import { build } from "vite";
import { root } from "./set-up.mjs";

/**
 * Builds a program as one file that needs only Node, for everybody to download and to read: it is
 * not minified. `about` is what its first lines say.
 */
export async function buildProgram({ entry, file, outDir, about }) {
  const banner = [
    ...about,
    "Needs Node 20 or later and nothing else. Built from the folder record/ of the site's source.",
  ];
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      target: "node20",
      outDir,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        output: {
          entryFileNames: file,
          codeSplitting: false,
          banner: banner.map((line) => `// ${line}`).join("\n"),
        },
      },
    },
  });
}
