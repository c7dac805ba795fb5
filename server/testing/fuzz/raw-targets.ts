import { pages } from "../../../contract/pages.ts";
import { oddTexts } from "./odd-values.ts";
import type { Random } from "./random.ts";

/** Beginnings that a URL parser reads as another site, or refuses to read. */
const beginnings = [
  ...["/", "//", "///", "/\\", "\\", "/\\\\", "/.", "/..", "/./", "/../", "/;", "/:", "/@", "/?"],
  ...["//[", "//[::1", "//]", "//:", "//:99999", "//@", "//%", "//a b", "//a:b@", "/%", "/%2f"],
  ...["/%5c", "/%00", "/%ff", "/#", "//?", "//#", "?", "#", "*", "%", "[", "//evil.example"],
  ...["http://", "http://[", "http:", "http:/", "https://evil.example", "ftp://x", "data:,"],
  ...["//^", "//|", "//<", "//xn--", "//%zz", "//\u00ad", "//0x7f.1", "//1.2.3.4.5", "//a..b"],
];

const places = ["", ...Object.values(pages), "/survey/item", "/identity/get-session", "/healthz"];

/** What no URL parser has seen: written into the first line of a request as it is. */
export function rawTarget(random: Random): string {
  const parts = [random.pick(beginnings)];
  if (random.chance(0.5)) parts.push(random.pick(places));
  if (random.chance(0.4)) parts.push(random.pick(beginnings));
  if (random.chance(0.3)) parts.push(random.pick(["?", "?a=", "#", "/", "\\", "&"]));
  if (random.chance(0.4)) parts.push(random.pick(oddTexts));
  // Control characters and spaces would end the target. Longer ones are refused unread.
  return (
    parts
      .join("")
      .replace(/[\0-\x20\x7f]/g, "")
      .slice(0, 4_000) || "/"
  );
}
