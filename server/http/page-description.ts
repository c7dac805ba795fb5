export interface PageDescription {
  title: string;
  description: string;
}

/** Writes a page's title, description and Open Graph tags into the HTML shell. */
export function describePage(shell: string, page: PageDescription, address: string): string {
  const title = `${page.title} · Survey Website`;
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    meta("name", "description", page.description),
    meta("property", "og:title", page.title),
    meta("property", "og:description", page.description),
    meta("property", "og:type", "article"),
    meta("property", "og:site_name", "Survey Website"),
    meta("property", "og:url", address),
    meta("name", "twitter:card", "summary"),
  ];
  return shell
    .replace(/<meta name="description"[^>]*>\s*/, "")
    .replace(/<title>.*?<\/title>/s, () => tags.join("\n    "));
}

function meta(kind: "name" | "property", name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
