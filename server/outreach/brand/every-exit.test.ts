import { beforeAll, expect, it } from "vitest";
import { categories } from "../../../contract/categories.ts";
import { identityCalls } from "../../../contract/identity-calls.ts";
import {
  feedPath,
  manifestPath,
  offlinePath,
  pageNames,
  pages,
  prefixOf,
} from "../../../contract/pages.ts";
import { fillPath } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { DEFAULT_SITE_NAME } from "../../../contract/site.ts";
import { languageIds } from "../../../words/generated/languages.ts";
import { takeMail } from "../../testing/smtp-server.ts";
import { createTestApp, PASSWORD, type Person, type TestApp } from "../../testing/test-app.ts";
import { logIn, requestReset } from "../../testing/test-identity.ts";
import { sentMails } from "../../testing/test-mails.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

const NAME = "Ask & <tell>";
const inHtml = "Ask &amp; &lt;tell&gt;";
const inJson = JSON.stringify(NAME).replaceAll("<", "\\u003c");

let site: TestApp;
let admin: Person;
let id: string;

beforeAll(async () => {
  site = await createTestApp({
    DEMO: "off",
    PUBLIC_URL: "http://localhost:3000",
    EMAIL_VERIFICATION: "off",
    PAYMENT_GATEWAY: "sandbox",
  });
  admin = await site.join({ admin: true, proven: true });
  id = await addTestSurvey(site.db, { title: "Tea?" });
  await rename(NAME);
});

async function rename(name: string): Promise<void> {
  const operator = { operatorName: null, operatorAddress: null, operatorEmail: null };
  await admin.call(routes.changeBrand, { body: { name, colour: null, ...operator } });
}

async function read(url: string, accept = "*/*"): Promise<string> {
  const { body } = await site.inject({ url, headers: { accept } });
  return body;
}

it.each(languageIds)("every page says the site's own name, in %s", async (language) => {
  for (const name of pageNames) {
    const address = prefixOf(language) + fillPath(pages[name], { id });
    const html = await read(address, "text/html");
    expect(html, address).not.toContain(DEFAULT_SITE_NAME);
    expect(html, address).toMatch(new RegExp(`<title>[^<]*${inHtml}</title>`));
    // What the browser takes over from it; a frame is whole without that.
    if (name !== "embed") expect(html, address).toContain(`"name":${inJson}`);
  }
  const unknown = await read(`${prefixOf(language)}/no/such/page`, "text/html");
  expect(unknown).toContain(`<title>${inHtml}</title>`);
  expect(unknown).not.toContain(DEFAULT_SITE_NAME);
});

it("shows it in the navbar, in the copyright line, in link previews and to search engines", async () => {
  const html = await read(`/results/${id}`, "text/html");
  const shown = html.slice(html.indexOf('<div id="root">'));
  expect(shown.slice(0, shown.indexOf("<main"))).toContain(inHtml);
  expect(shown.slice(shown.indexOf("<footer"))).toContain(`Copyright © 2023 ${inHtml}`);
  expect(html).toContain(`<meta property="og:site_name" content="${inHtml}">`);
  expect(html).toContain(`"isPartOf":{"@type":"WebSite","name":${inJson}`);
});

it.each([
  ...[null, ...categories].map((category) => feedPath(category)),
  ...languageIds.flatMap((language) => [manifestPath(language), offlinePath(language)]),
  "/openapi.json",
  "/docs",
  "/settings",
])("%s says it", async (address) => {
  const body = await read(address);
  expect(body).not.toContain(DEFAULT_SITE_NAME);
  expect([inHtml, JSON.stringify(NAME)].some((name) => body.includes(name))).toBe(true);
});

it("frames and oEmbed say it, and pictures are drawn with it", async () => {
  const url = `http://localhost:3000/results/${id}`;
  const ask = () => site.visitor.call(routes.readOembed, { query: { url, format: "json" } });
  const oembed = await ask();
  expect(oembed).toMatchObject({ provider_name: NAME, author_name: NAME });
  expect(JSON.stringify(oembed)).not.toContain(DEFAULT_SITE_NAME);
  expect(await read(`/embed/${id}`)).toContain(`Survey on ${inHtml}`);
  // The address of a picture is made of all that it shows.
  const named = new URL(oembed.thumbnail_url ?? "").pathname;
  await rename("Ask them");
  expect(new URL((await ask()).thumbnail_url ?? "").pathname).not.toBe(named);
  await rename(NAME);
  expect(new URL((await ask()).thumbnail_url ?? "").pathname).toBe(named);
  expect((await site.inject({ url: named })).headers["content-type"]).toBe("image/png");
});

it("mails say it: what they tell, who sends them, and how they are signed", async () => {
  const before = sentMails(site).length;
  const person = await site.join({ proven: true });
  await requestReset(site, person);
  await logIn(site, admin);
  const mails = sentMails(site).slice(before);
  const texts = mails.map(({ text }) => text).filter((text) => text.includes(NAME));
  expect(texts.length).toBeGreaterThanOrEqual(3);
  expect(JSON.stringify(mails)).not.toContain(DEFAULT_SITE_NAME);

  const smtp = await takeMail();
  const sending = await createTestApp(
    { SMTP_URL: smtp.url, MAIL_FROM: "polls@example.org" },
    site.db,
  );
  await sending.join();
  await smtp.done;
  smtp.close();
  const sent = smtp.content.join("\n");
  expect(sent).toContain(`From: "${NAME}" <polls@example.org>`);
  expect(sent).toMatch(/-- ?(=20)?\nAsk & <tell>/);
  expect(sent).not.toContain(DEFAULT_SITE_NAME);
});

it("passkeys and authenticator apps are named after it, from the next one on", async () => {
  const person = await site.join();
  const options = await person.call(identityCalls.startPasskey);
  expect(options).toMatchObject({ rp: { name: NAME } });
  const { totpURI } = await person.call(identityCalls.enableTwoFactor, {
    body: { password: PASSWORD },
  });
  expect(new URL(totpURI).searchParams.get("issuer")).toBe(NAME);
});
