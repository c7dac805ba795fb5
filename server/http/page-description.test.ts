import { expect, it } from "vitest";
import { describePage } from "./page-description.ts";

const shell = `<html><head>
  <title>Survey Website</title>
  <meta name="description" content="old">
</head></html>`;
const address = "http://x/y";
const site = { name: "Our <polls>", icon: null, theme: null, manifest: "/manifest.webmanifest" };

it("replaces title and description, and adds what link previews and search engines read", () => {
  const page = describePage(shell, {
    site,
    address,
    titleHtml: "Tea? · Survey Website",
    description: "Or $& coffee",
    feeds: [{ address: "http://x/feed", title: "New & old" }],
    article: { title: "Tea?", facts: { name: "Tea?" } },
  });
  expect(page).toContain("<title>Tea? · Survey Website</title>");
  expect(page).toContain('<meta name="description" content="Or $&amp; coffee">');
  expect(page).toContain('<meta property="og:title" content="Tea?">');
  expect(page).toContain('<meta property="og:url" content="http://x/y">');
  expect(page).toContain('<link rel="canonical" href="http://x/y">');
  expect(page).toContain('title="New &amp; old" href="http://x/feed">');
  expect(page).toContain('<script type="application/ld+json">{"name":"Tea?"}</script>');
  expect(page).not.toContain('old">');
  expect(page).toContain('<meta name="twitter:card" content="summary">');
  expect(page).not.toContain("og:image");
});

it("names the picture of an article, with its size and what it shows", () => {
  const picture = { address: "http://x/p.png", width: 12, height: 6, alt: 'A "bar"' };
  const page = describePage(shell, {
    site,
    address,
    article: { title: "Tea?", facts: {}, picture },
  });
  expect(page).toContain('<meta property="og:image" content="http://x/p.png">');
  expect(page).toContain('<meta property="og:image:width" content="12">');
  expect(page).toContain('<meta property="og:image:height" content="6">');
  expect(page).toContain('<meta property="og:image:alt" content="A &quot;bar&quot;">');
  expect(page).toContain('<meta name="twitter:card" content="summary_large_image">');
});

it("gives a page without a title the site's name, and leaves it the shell's description", () => {
  const page = describePage(shell, { site, address });
  expect(page).toContain("<title>Our &lt;polls&gt;</title>");
  expect(page).toContain('content="old"');
  expect(page).not.toContain("og:");
});

it("lets no title or description break out of its tag", () => {
  const evil = '"></script><script>alert(1)</script>';
  const article = { title: `</title>${evil}`, facts: { name: evil } };
  const page = describePage(shell, { site, address, description: evil, article });
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  expect(page.match(/<\/title>/g)).toHaveLength(1);
});
