import { escapeHtml } from "../../contract/escape-html.ts";

/** What a link to a page is shown with. */
export interface SharePicture {
  address: string;
  width: number;
  height: number;
  /** What it shows, in one sentence. */
  alt: string;
}

export interface PageDescription {
  site: PageSite;
  /** The page's one address, with the site's name. */
  address: string;
  /** The same page in all languages; the first is for readers of any other one. */
  languages?: { id: string; address: string }[];
  /** What the browser's tab says, already escaped; without it the site's name. */
  titleHtml?: string | undefined;
  description?: string | undefined;
  /** Feeds of what this page shows: their addresses and titles. */
  feeds?: { address: string; title: string }[];
  /** Where other sites ask how to show it. */
  oembed?: string | undefined;
  /** An article gets a link preview and, for search engines, its facts as schema.org names them. */
  article?: { title: string; facts: object; picture?: SharePicture | null } | undefined;
}

/** How the site calls itself and looks: addresses, null for what is built in. */
interface PageSite {
  name: string;
  icon: string | null;
  theme: string | null;
  manifest: string;
}

/** Writes into the head of the HTML shell what search engines, link previews and feed readers read. */
export function describePage(shell: string, page: PageDescription): string {
  const { site, address, languages = [], titleHtml, description } = page;
  const { feeds = [], oembed, article } = page;
  const tags = [
    meta("name", "application-name", site.name),
    // After the site's own styles, to replace their colours.
    ...(site.theme ? [`<link rel="stylesheet" href="${escapeHtml(site.theme)}">`] : []),
    `<link rel="manifest" href="${escapeHtml(site.manifest)}">`,
    ...touchIcon(site.icon),
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    ...languages.flatMap(({ id, address: inLanguage }, index) => [
      alternate(id, inLanguage),
      ...(index === 0 ? [alternate("x-default", inLanguage)] : []),
    ]),
    ...feeds.map(
      (feed) =>
        `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(feed.title)}" href="${escapeHtml(feed.address)}">`,
    ),
    ...(oembed
      ? [`<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}">`]
      : []),
    ...(article
      ? [
          meta("property", "og:title", article.title),
          meta("property", "og:description", description ?? ""),
          meta("property", "og:type", "article"),
          meta("property", "og:site_name", site.name),
          meta("property", "og:url", address),
          ...describePicture(article.picture),
          `<script type="application/ld+json">${escapeJson(article.facts)}</script>`,
        ]
      : []),
  ];
  let head = shell.replace("</head>", () => `  ${tags.join("\n    ")}\n  </head>`);
  const title = titleHtml || escapeHtml(site.name);
  head = head.replace(/<title>.*?<\/title>/s, () => `<title>${title}</title>`);
  if (site.icon) {
    const icon = `<link rel="icon" href="${escapeHtml(site.icon)}">`;
    head = head.replace(/<link rel="icon"[^>]*>/, () => icon);
  }
  if (description) {
    head = head.replace(/<meta name="description"[^>]*>/, () =>
      meta("name", "description", description),
    );
  }
  return head;
}

function describePicture(picture?: SharePicture | null): string[] {
  if (!picture) return [meta("name", "twitter:card", "summary")];
  return [
    meta("property", "og:image", picture.address),
    meta("property", "og:image:type", "image/png"),
    meta("property", "og:image:width", String(picture.width)),
    meta("property", "og:image:height", String(picture.height)),
    meta("property", "og:image:alt", picture.alt),
    meta("name", "twitter:card", "summary_large_image"),
  ];
}

/** Only as PNG. Without one, an iPhone makes a picture of the page. */
function touchIcon(icon: string | null): string[] {
  if (icon && !icon.endsWith(".png")) return [];
  return [
    `<link rel="apple-touch-icon" href="${escapeHtml(icon ?? "/icons/apple-touch-icon.png")}">`,
  ];
}

function alternate(language: string, address: string): string {
  return `<link rel="alternate" hreflang="${language}" href="${escapeHtml(address)}">`;
}

function meta(kind: "name" | "property", name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;
}

/** JSON that can't end the `script` element around it. */
function escapeJson(value: object): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
