import { escapeHtml } from "../../contract/escape-html.ts";

/** Characters that people may write but XML 1.0 can't contain, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones.
const impossible = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

function escapeXml(text: string): string {
  return escapeHtml(text.replace(impossible, ""));
}

/** An element with this content: text, which is escaped, or other elements. */
export function element(
  name: string,
  content: string | string[],
  attributes: Record<string, string> = {},
): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const inside = typeof content === "string" ? escapeXml(content) : `\n${content.join("\n")}\n`;
  return `<${name}${given.join("")}>${inside}</${name}>`;
}

export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}
