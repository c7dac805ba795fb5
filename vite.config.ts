import { readFileSync } from "node:fs";
import path from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type ProxyOptions } from "vite";
import { ZodType } from "zod";
import * as errors from "./contract/errors.ts";
import * as identity from "./contract/identity.ts";
import { pathMatcher } from "./contract/route.ts";
import * as table from "./contract/routes.ts";
import { DEFAULT_SITE_NAME } from "./contract/site.ts";
import { themeStyles } from "./scripts/theme-styles.ts";

/** Each language is built by itself, so that a page carries the words of no other. */
const language = process.env.SITE_LANGUAGE ?? "en";

const server = "http://127.0.0.1:3000";
// The identity provider refuses calls from other origins, and the dev server is one.
const toServer: ProxyOptions = { target: server, headers: { origin: server } };

/** Vite matches path and query together, so the end of the path may be a `?`. */
function proxyPattern(path: string): string {
  return pathMatcher(path).source.replace(/\$$/, "(\\?.*)?$");
}

const modules: Record<string, object> = {
  "errors.ts": errors,
  "identity.ts": identity,
  "routes.ts": table,
};

/**
 * Zod would be a fifth of what a first visit loads, and the shell of the pages validates nothing.
 * It gets these modules as plain data; a form imports its schemas from the noun's own file.
 */
const contractWithoutSchemas: Plugin = {
  name: "contract-without-schemas",
  load(id) {
    const exports = modules[id.split("/contract/")[1] ?? ""];
    if (!exports) return null;
    return Object.entries(exports)
      .filter(([, value]) => !(value instanceof ZodType))
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value, dropSchemas)};`)
      .join("\n");
  },
};

/** Also drops what only the server and its API reference read. */
const onlyForServer = ["summary", "problems", "price", "limits", "tokens"];

function dropSchemas(key: string, value: unknown): unknown {
  return onlyForServer.includes(key) || value instanceof ZodType ? undefined : value;
}

/** Only forms validate, so what uses Zod stays out of what every page loads. */
function needsZod(id: string): boolean {
  if (id.includes("/node_modules/zod/")) return true;
  const [, name = ""] = id.split("/contract/");
  return (
    name !== "" && !(name in modules) && /^import \{.* from "zod"/m.test(readFileSync(id, "utf8"))
  );
}

/**
 * Small parts that are almost always needed together: each file costs its headers. Without any of
 * these groups, or with those that the bundler finds by itself, some page weighs too much.
 */
const together = {
  form: [
    "node_modules/(react-hook-form|@hookform)/",
    "web/components/(form|field|text-area|select-field)\\.tsx$",
    "web/lib/(forms|resolver|stored-fields|sentences)\\.ts$",
    "words/(say-problem|generated/\\w+/fields)\\.ts$",
    "contract/field-codes\\.ts$",
  ],
  writing: [
    "node_modules/@tanstack/.*/(useMutation|mutationObserver)\\.",
    "web/lib/route-mutation\\.ts$",
    "web/people/notices/(count-badge\\.tsx|queries\\.ts)$",
    "words/generated/\\w+/notices\\.ts$",
  ],
  card: [
    "web/surveys/survey/shared/(survey-card|survey-timing)\\.tsx$",
    "web/components/countdown\\.tsx$",
    "words/generated/\\w+/surveys\\.ts$",
  ],
  pictures: [
    "web/surveys/votes/shared/(hemicycle\\.tsx|vote-marks\\.ts)$",
    "web/components/in-view\\.tsx$",
  ],
  header: [
    "web/surveys/survey/(shared/survey-header|share-buttons|shared/original-text|no-such-survey)\\.tsx$",
    "web/surveys/survey/(filter|kept-languages)\\.ts$",
    "contract/chosen-languages\\.ts$",
    "words/generated/\\w+/embed\\.ts$",
  ],
  answered: [
    "web/surveys/votes/shared/(who-answered|say-result)\\.ts$",
    "web/surveys/votes/shared/(bars|vote-bar|honest-sentence)\\.tsx$",
    "words/(say-result|generated/\\w+/tally)\\.ts$",
  ],
  voting: ["web/surveys/votes/shared/(vote-fields|vote-choice)\\.tsx$"],
  details: [
    "web/components/(full-time|dialog|disclosure)\\.tsx$",
    "web/lib/names\\.ts$",
    "web/surveys/survey/shared/survey-query\\.ts$",
  ],
  managing: ["web/components/(empty-state|press-button)\\.tsx$"],
  lists: [
    "web/surveys/votes/shared/source\\.ts$",
    "contract/(surveys|categories|vote-sources)\\.ts$",
  ],
  surveyor: [
    "web/surveys/publication/shared/status-badge\\.tsx$",
    "words/generated/\\w+/(surveyForm|drafts)\\.ts$",
  ],
  reasons: [
    "web/surveys/publication/rejection-message\\.tsx$",
    "web/components/why\\.tsx$",
    "words/generated/\\w+/reasons\\.ts$",
  ],
  small: [
    "web/components/(retry-notice\\.tsx|stroke-icon\\.tsx|relative-time\\.tsx|upright\\.ts)$",
    "web/surveys/votes/shared/vote-badge\\.tsx$",
    "web/lib/random-uuid\\.ts$",
    "contract/(text-in|results)\\.ts$",
    "words/generated/\\w+/labels\\.ts$",
  ],
};

/**
 * A font that replaces another one moves the text. One that is not there for the first paint is
 * used from the next page on.
 */
const fontsMoveNothing: Plugin = {
  name: "fonts-move-nothing",
  transform: (code, id) =>
    id.endsWith("/web/app/styles.css")
      ? code.replaceAll(/font-display:\s*swap/g, "font-display: optional")
      : null,
};

/** Where a call begins that creates a schema or a route. */
const schemaCall =
  /(?<![\w.])(?=(?:z\s*\.|\w+\s*\.(?:extend|pick|partial|optional|nullable)\(|(?:route|pageRoute|text|required)\())/g;

/** Creating a schema or a route has no side effects, so the bundler may remove unused ones. */
const pureSchemas: Plugin = {
  name: "pure-schemas",
  enforce: "pre",
  transform(code, id) {
    if (!/\/contract\/[\w-]+\.ts$/.test(id)) return null;
    return code.replace(schemaCall, "/*#__PURE__*/ ");
  },
};

const generated = path.join(import.meta.dirname, "words/generated", language);
/** What the HTML says before any script runs. */
const shell = JSON.parse(readFileSync(path.join(generated, "shell.json"), "utf8"));

const shellWords: Plugin = {
  name: "shell-words",
  transformIndexHtml: (html) =>
    html
      .replace("%SITE_TITLE%", DEFAULT_SITE_NAME)
      .replace('lang="en" dir="ltr"', `lang="${shell.id}" dir="${shell.direction}"`)
      .replace("%DESCRIPTION%", shell.description)
      .replace("%NO_SCRIPT%", shell.noScript)
      .replace("%NOT_LOADED%", shell.notLoaded)
      .replace("%LOAD_AGAIN%", shell.loadAgain),
};

export default defineConfig({
  root: "web",
  resolve: {
    alias: {
      "#words": generated,
      // blindrsa-ts asks for Node's module where there is no `window`; browsers have their own.
      crypto: "data:text/javascript,",
    },
  },
  plugins: [
    react(),
    themeStyles,
    tailwindcss(),
    contractWithoutSchemas,
    pureSchemas,
    fontsMoveNothing,
    shellWords,
  ],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    // No inlining: the Content-Security-Policy refuses fonts from data URLs.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A preload that fails without a network is never tried again, nor is what it was for. A vote is
      // tried until the network is back.
      resolveDependencies: (file, parts) => (/\/cast-\w+-/.test(file) ? [] : parts),
    },
    // The parts would save a first visit 1 kB, and one that is lost is never loaded again.
    cssCodeSplit: false,
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [{ test: /\/contract\//, sideEffects: false }],
      },
      output: {
        // Each file costs its headers, and is compressed by itself.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // What every page needs.
            { name: "site", tags: ["$initial"], test: (id) => !needsZod(id) },
            ...Object.entries(together).map(([name, parts]) => ({
              name,
              test: new RegExp(`/(${parts.join("|")})`),
            })),
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      [`^${identity.IDENTITY_PATH}/`]: toServer,
      // Written by the server, also in another language.
      "^(/[a-z]{2})?/embed/": toServer,
      ...Object.fromEntries(
        Object.values(table.routes).map(({ path }) => [proxyPattern(path), toServer]),
      ),
    },
  },
});
