import { beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

// WordPress shows a survey whose address stands alone in a line. What it does with the answers of a
// site that it does not know by name, in the versions 4.5 to 6.x, is written here as a program, because
// it drops in silence what it does not like.

// So much of a page it reads, to find the link.
const PAGE_BYTES = 150 * 1024;

let site: TestApp;
let id: string;

beforeAll(async () => {
  site = await createTestApp();
  id = await addTestSurvey(site.db, { title: 'Buses & "trams" <for> everyone' });
});

/** The first link of that type in the head, with its entities decoded. */
function discover(page: string): string | undefined {
  const [head = ""] = page.slice(0, PAGE_BYTES).split(/<\/head>/i, 1);
  const links = head.match(/<link[^<>]+>/gi) ?? [];
  const link = links.find((tag) => / type="application\/json\+oembed"/.test(tag));
  return link && attributesOf(link).href;
}

function attributesOf(tag: string): Record<string, string> {
  const found = tag.matchAll(/ ([\w-]+)="([^"]*)"/g);
  return Object.fromEntries(
    Array.from(found, ([, name = "", value = ""]) => [name, decode(value)]),
  );
}

function decode(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

const kept: Record<string, string[]> = {
  a: ["href"],
  blockquote: [],
  iframe: [
    "src",
    "width",
    "height",
    "frameborder",
    "marginwidth",
    "marginheight",
    "scrolling",
    "title",
  ],
};

/** Removes every other element, and every other attribute of these. */
function strip(html: string): string {
  return html.replace(/<(\/?)(\w+)([^<>]*)>/g, (tag, end: string, name: string, rest: string) => {
    const allowed = kept[name];
    if (!allowed) return "";
    if (end) return tag;
    const attributes = [...rest.matchAll(/ ([\w-]+)="[^"]*"/g)].filter(([, one = ""]) =>
      allowed.includes(one),
    );
    return `<${name}${attributes.map(([whole]) => whole).join("")}>`;
  });
}

/** What stands in the page at last. False: nothing but the address. */
function shownBy(data: { type: string; html?: unknown }): string | false {
  if (data.type !== "rich" || typeof data.html !== "string") return false;
  const [, quote = "", frame] =
    /(<blockquote>.*?<\/blockquote>)?.*?(<iframe[^>]*><\/iframe>)/s.exec(strip(data.html)) ?? [];
  if (!frame) return false;
  const secret = "a1B2c3D4e5";
  const withSecret = (quote + frame).replace(
    / src="([^"]*)"/,
    (_, src: string) => ` src="${src}#?secret=${secret}" data-secret="${secret}"`,
  );
  return withSecret.replace(
    "<iframe",
    '<iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted"',
  );
}

it("finds how to show a survey in its page, asks, and keeps quote, link and frame", async () => {
  for (const address of [`/results/${id}`, `/es/results/${id}`, `/surveyPage/${id}`]) {
    const page = await site.inject({ url: address, headers: { accept: "*/*" } });
    const endpoint = discover(page.body);
    expect(endpoint).toBeDefined();
    const url = new URL(endpoint ?? "");
    // It adds these, and replaces what is there already.
    const own = { maxwidth: "500", maxheight: "750", dnt: "1", format: "json" };
    for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value);
    const answer = await site.inject({ url: url.pathname + url.search });
    expect(answer.statusCode).toBe(200);
    const data = answer.json();
    const shown = String(shownBy(data));
    const prefix = address.startsWith("/es") ? "/es" : "";
    expect(shown).toContain(
      `<blockquote><a href="http://127.0.0.1:3000${prefix}/results/${id}">Buses &amp; &quot;trams&quot; &lt;for&gt; everyone</a></blockquote><iframe `,
    );
    expect(shown).toContain(
      ` src="http://127.0.0.1:3000${prefix}/embed/${id}#?secret=a1B2c3D4e5" data-secret="a1B2c3D4e5" width="500" height="540"`,
    );
    expect(shown).toMatch(/ title="[^"]+"/);
    // What is lost says nothing that the frame needs: it has a sandbox of WordPress, and no script.
    expect(data.html).not.toMatch(/<script|on\w+=/);
    expect(shown).not.toMatch(/allow-popups|referrerpolicy|loading/);
  }
});

it("is known to drop what has a script in the place of a frame", () => {
  const html =
    '<blockquote class="x"><a href="https://x/">x</a></blockquote><script src="y"></script>';
  expect(strip(html)).toBe('<blockquote><a href="https://x/">x</a></blockquote>');
  expect(shownBy({ type: "rich", html })).toBe(false);
});
