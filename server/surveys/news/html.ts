import { escapeHtml } from "../../../contract/escape-html.ts";
import { type Language, languages } from "../../../words/generated/languages.ts";

interface Link {
  label: string;
  url: string;
}

/** One piece of news, of which the mail says all even where pictures are not loaded. */
export interface Piece {
  what: string;
  title: string;
  /** Of the title. */
  language: string;
  sentences: string[];
  link: Link;
  picture?: string;
}

interface NewsMail {
  language: Language;
  pieces: Piece[];
  reason: string;
  /** How often, and no more of it. */
  links: Link[];
}

export function writeText({ pieces, reason, links }: NewsMail): string {
  const parts = [
    ...pieces.map(({ what, title, sentences, link }) =>
      [what, title, ...sentences, link.label, link.url].join("\n"),
    ),
    reason,
    ...links.map(({ label, url }) => `${label}\n${url}`),
  ];
  return parts.join("\n\n");
}

// Mail programs read no style sheets, and many no `class`. They choose the colours of a dark screen.
const column = "max-width:36rem;margin:0 auto;padding:1.5rem;font:16px/1.5 sans-serif";
const muted = "opacity:0.75";
const line = '<hr style="opacity:0.3">';

export function writeHtml({ language, pieces, reason, links }: NewsMail): string {
  return `<!doctype html>
<html lang="${language}" dir="${languages[language].direction}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
<body style="${column}">
${pieces.map(writePiece).join(`\n${line}\n`)}
${line}
<p style="${muted}">${escapeHtml(reason)}</p>
<p style="${muted}">${links.map(anchor).join(" · ")}</p>
</body>
</html>
`;
}

function writePiece({ what, title, language, sentences, link, picture }: Piece): string {
  return [
    `<p style="${muted};margin-bottom:0">${escapeHtml(what)}</p>`,
    `<h2 lang="${escapeHtml(language)}" dir="auto" style="margin-top:0">${escapeHtml(title)}</h2>`,
    // Its text stands in the sentences.
    picture
      ? `<p><img src="${escapeHtml(picture)}" alt="" width="576" style="max-width:100%;height:auto"></p>`
      : "",
    ...sentences.map((sentence) => `<p dir="auto">${escapeHtml(sentence)}</p>`),
    `<p>${anchor(link)}</p>`,
  ].join("\n");
}

function anchor({ label, url }: Link): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
}
