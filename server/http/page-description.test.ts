import { expect, it } from "vitest";
import { describePage } from "./page-description.ts";

const shell = `<head>
  <title>Survey Website</title>
  <meta name="description" content="old">
</head>`;

it("replaces title and description, and adds what link previews read", () => {
  const page = describePage(shell, { title: "Tea?", description: "Or $& coffee" }, "http://x/y");
  expect(page).toContain("<title>Tea? · Survey Website</title>");
  expect(page).toContain('<meta name="description" content="Or $&amp; coffee">');
  expect(page).toContain('<meta property="og:title" content="Tea?">');
  expect(page).toContain('<meta property="og:url" content="http://x/y">');
  expect(page).not.toContain("old");
});

it("lets no title or description break out of its tag", () => {
  const evil = '"><script>alert(1)</script>';
  const page = describePage(shell, { title: `</title>${evil}`, description: evil }, "http://x/y");
  expect(page).not.toContain("<script");
  expect(page.match(/<\/title>/g)).toHaveLength(1);
});
