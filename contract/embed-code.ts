import { callAddress } from "./call.ts";
import { escapeHtml } from "./escape-html.ts";
import { pages, prefixOf } from "./pages.ts";
import { fillPath } from "./route.ts";

// Without schemas, so that pages without a form do not load Zod for it.

/** Without one, a frame has the colours that the reader's device asks for. */
export const embedThemes = ["light", "dark"] as const;
export type EmbedTheme = (typeof embedThemes)[number];

/** As wide as a column of text. It is readable from 320 on. */
export const FRAME_WIDTH = 600;
/** A question of three lines with its result fits, without scrolling. */
export const FRAME_HEIGHT = 540;

/**
 * Without `allow-same-origin`: a frame that belongs to no site has no cookies and no storage, and
 * needs none. Windows that it opens are as free as any other.
 */
export const FRAME_SANDBOX = "allow-scripts allow-popups allow-popups-to-escape-sandbox";

/** Raised when pages that have an older copy of the script could not understand frames any more. */
const EMBED_SCRIPT = "/embed.js?v=1";

export interface Embedded {
  /** Without a slash at its end. */
  siteUrl: string;
  language: string;
  survey: { _id: string; title: string };
  theme?: EmbedTheme | undefined;
}

/** The page of a survey that stands in the frame. */
export function frameAddress({ siteUrl, language, survey, theme }: Embedded): string {
  const path = prefixOf(language) + fillPath(pages.embed, { id: survey._id });
  return siteUrl + callAddress(path, { query: { theme } });
}

/** The survey's own page. */
function surveyAddress({ siteUrl, language, survey }: Embedded): string {
  return siteUrl + prefixOf(language) + fillPath(pages.results, { id: survey._id });
}

function quote(embedded: Embedded, attributes = ""): string {
  const link = `<a href="${escapeHtml(surveyAddress(embedded))}">${escapeHtml(embedded.survey.title)}</a>`;
  return `<blockquote${attributes}>${link}</blockquote>`;
}

/**
 * Needs no script. WordPress shows what is neither a bare quote nor an empty frame to nobody, and
 * removes attributes that it does not know.
 */
export function frameCode(
  embedded: Embedded,
  { width, height }: { width: number | string; height: number },
): string {
  const frame = [
    `src="${escapeHtml(frameAddress(embedded))}"`,
    `width="${width}" height="${height}"`,
    `title="${escapeHtml(embedded.survey.title)}"`,
    `sandbox="${FRAME_SANDBOX}" referrerpolicy="no-referrer" loading="lazy" frameborder="0"`,
  ].join(" ");
  return `${quote(embedded)}\n<iframe ${frame}></iframe>`;
}

/** The script puts a frame in the place of the quote, and makes it as high as what is in it. */
export function scriptCode(embedded: Embedded): string {
  const { siteUrl, theme } = embedded;
  const attributes = ` data-survey-poll${theme ? ` data-theme="${theme}"` : ""}`;
  const script = `<script async referrerpolicy="no-referrer" src="${escapeHtml(siteUrl + EMBED_SCRIPT)}"></script>`;
  return `${quote(embedded, attributes)}\n${script}`;
}
