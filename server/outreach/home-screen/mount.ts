import type { FastifyInstance } from "fastify";
import { escapeHtml } from "../../../contract/escape-html.ts";
import { manifestPath, offlinePath, pages, prefixOf } from "../../../contract/pages.ts";
import { PAPER } from "../../../contract/site.ts";
import { type Language, languageIds, languages } from "../../../words/generated/languages.ts";
import { createShortMemory } from "../../database/short-memory.ts";
import { makeSiteFile, sendSiteFile } from "../../http/files.ts";
import { words } from "../../process/words.ts";
import { iconsOf } from "./rules.ts";

interface Site {
  name: string;
  icon: string | null;
  theme: string | null;
}

interface Deps {
  brand: { read(): Promise<Site> };
  /** The HTML that every page begins with. */
  readShell(language: Language): string;
}

// They change with the look of the site, by which they are kept, and with a release.
const KEPT_MS = 3_600_000;

/** What a home screen and the service worker (`web/public/service-worker.js`) read. */
export function mountHomeScreen(app: FastifyInstance, { brand, readShell }: Deps): void {
  // Made and compressed once for each look of the site, not for each call.
  const files = createShortMemory({
    load: ({ what, language, ...site }: Site & { what: keyof typeof make; language: Language }) =>
      make[what](language, site),
    maxAgeMs: KEPT_MS,
    // The look of now, and that of a moment ago.
    maxItems: 2 * 2 * languageIds.length,
  });
  const make = {
    manifest: (language: Language, site: Site) =>
      makeSiteFile("application/manifest+json", JSON.stringify(manifestOf(language, site))),
    offline: (language: Language, site: Site) =>
      makeSiteFile("text/html; charset=utf-8", offlinePage(language, site, readShell(language))),
  };
  const serve = (path: string, what: keyof typeof make, language: Language) =>
    app.get(path, async (_request, reply) => {
      const { name, icon, theme } = await brand.read();
      return sendSiteFile(reply, await files.read({ what, language, name, icon, theme }));
    });
  for (const language of languageIds) {
    serve(manifestPath(language), "manifest", language);
    serve(offlinePath(language), "offline", language);
  }
}

function manifestOf(language: Language, { name, icon }: Site) {
  const { shell, homeScreen } = words[language];
  const { shortcuts } = homeScreen;
  const to = (page: string) => prefixOf(language) + page;
  return {
    name,
    short_name: name,
    description: shell.description,
    lang: language,
    dir: languages[language].direction,
    // The same site in every language, so that it is installed once.
    id: "/",
    start_url: to(pages.home),
    scope: "/",
    display: "standalone",
    theme_color: PAPER,
    background_color: PAPER,
    icons: iconsOf(icon),
    shortcuts: [
      { name: shortcuts.surveys, url: to(pages.surveys) },
      { name: shortcuts.activity, url: to(pages.activity) },
      { name: shortcuts.checkReceipt, url: to(pages.checkReceipt) },
    ],
  };
}

/** Plain HTML with the site's styles, because it is all that may be there. */
function offlinePage(language: Language, { name, theme }: Site, shell: string): string {
  const { offlineTitle, offlineText, offlineVote, offlineAgain } = words[language].homeScreen;
  const styles = shell.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const own = theme ? [`<link rel="stylesheet" href="${escapeHtml(theme)}">`] : [];
  return `<!doctype html>
<html lang="${language}" dir="${languages[language].direction}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(`${offlineTitle} · ${name}`)}</title>
    ${[...styles, ...own].join("\n    ")}
  </head>
  <body>
    <main class="page grid gap-4">
      <p class="text-muted"><bdi>${escapeHtml(name)}</bdi></p>
      <h1 class="font-display text-title text-balance">${escapeHtml(offlineTitle)}</h1>
      <p class="max-w-prose">${escapeHtml(offlineText)}</p>
      <p class="max-w-prose">${escapeHtml(offlineVote)}</p>
      <p><a href="" class="btn btn-primary">${escapeHtml(offlineAgain)}</a></p>
    </main>
  </body>
</html>
`;
}
