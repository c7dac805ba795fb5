import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { freePort } from "../../testing/server-process.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { totp } from "../../testing/totp.ts";

let site: TestApp;
let url: string;

beforeAll(async () => {
  // The provider calls the issuer over real HTTP, so this server has to listen.
  const port = await freePort();
  site = await createTestApp({ PORT: String(port) });
  await site.app.listen({ port, host: "127.0.0.1" });
  url = `http://localhost:${port}`;
});

/** A minimal browser: it keeps cookies and follows no redirect by itself. */
function newBrowser() {
  const cookies = new Map<string, string>();
  return {
    async open(address: string, init: RequestInit = {}) {
      const headers = new Headers(init.headers);
      headers.set("cookie", [...cookies].map((pair) => pair.join("=")).join("; "));
      const response = await fetch(new URL(address, url), { ...init, headers, redirect: "manual" });
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = line.match(/^([^=]+)=([^;]*)/) ?? [];
        if (name) cookies.set(name, value ?? "");
      }
      return response;
    },
    post(address: string, body: object) {
      const headers = { "content-type": "application/json", origin: url };
      return this.open(address, { method: "POST", headers, body: JSON.stringify(body) });
    },
  };
}

type Browser = ReturnType<typeof newBrowser>;

async function startLogin(browser: Browser, page = "/socialPopup"): Promise<string> {
  const answer = await browser.post("/identity/sign-in/social", {
    provider: "demo",
    callbackURL: `${page}?done=1`,
    errorCallbackURL: `${page}?failed=1`,
    disableRedirect: true,
  });
  return ((await answer.json()) as { url: string }).url;
}

/** Logs in as one of the demo's people. Returns the address where the popup ends. */
async function logInAs(browser: Browser, person: string, from?: string): Promise<string> {
  const page = await (await browser.open(await startLogin(browser, from))).text();
  const link = [...page.matchAll(/href="([^"]+)"/g)].map((match) => match[1] ?? "");
  const choice = link.find((href) => href.includes(encodeURIComponent(person)));
  const chosen = await browser.open((choice ?? "").replaceAll("&amp;", "&"));
  const back = await browser.open(chosen.headers.get("location") ?? "");
  return back.headers.get("location") ?? "";
}

describe("social log-in", () => {
  const person = "mina.sato@social.demo.test";

  it("stays open while strangers guess at the account's password", async () => {
    const stranger = newBrowser();
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const guess = { email: person, password: `wrong ${attempt}` };
      statuses.push((await stranger.post("/identity/sign-in/email", guess)).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(await logInAs(newBrowser(), person)).toBe("/socialPopup?done=1");
  });

  it("ends signed in, with the provider's name and photo", async () => {
    const browser = newBrowser();
    expect(await logInAs(browser, person)).toBe("/socialPopup?done=1");
    const session = await (await browser.open("/identity/get-session")).json();
    expect(session).toMatchObject({
      user: { email: person, name: "Mina Sato", image: "/avatars/11.svg", emailVerified: true },
    });
    const token = await browser.post("/jwt", { email: person });
    expect(token.status).toBe(200);
  });

  it("ends on the page in the language in which it began", async () => {
    const page = "/ar/socialPopup";
    expect(await logInAs(newBrowser(), person, page)).toBe(`${page}?done=1`);
  });

  it("proves more than a password: its session changes factors", async () => {
    const email = "mina.sato@social.demo.test";
    const setUp = newBrowser();
    await logInAs(setUp, email);
    const enabled = await setUp.post("/identity/two-factor/enable", {});
    const { totpURI } = (await enabled.json()) as { totpURI: string };
    const code = totp(new URL(totpURI).searchParams.get("secret") ?? "");
    expect((await setUp.post("/identity/two-factor/verify-totp", { code })).status).toBe(200);

    const later = newBrowser();
    await logInAs(later, email);
    expect((await later.post("/identity/two-factor/disable", {})).status).toBe(200);
  });

  it("is the same person the second time", async () => {
    const same = "teo.marin@social.demo.test";
    await logInAs(newBrowser(), same);
    await logInAs(newBrowser(), same);
    const accounts = await site.db
      .selectFrom("identity.user")
      .select("id")
      .where("email", "=", same)
      .execute();
    expect(accounts).toHaveLength(1);
  });

  it("fails in another browser than it began in", async () => {
    const page = await (await newBrowser().open(await startLogin(newBrowser()))).text();
    const href = page.match(/href="(\/demo-issuer\/choose[^"]+)"/)?.[1] ?? "";
    const stranger = newBrowser();
    const chosen = await stranger.open(href.replaceAll("&amp;", "&"));
    const back = await stranger.open(chosen.headers.get("location") ?? "");
    expect(back.headers.get("location")).toContain("error=");
  });
});

describe("the demo issuer", () => {
  it("sends codes to this site alone", async () => {
    const address = new URL(await startLogin(newBrowser()));
    address.searchParams.set("redirect_uri", "https://evil.example/identity/callback/demo");
    expect((await newBrowser().open(address.href)).status).toBe(400);
  });

  it("gives nothing for a code that is made up or belongs to another request", async () => {
    const body = new URLSearchParams({ code: "x", code_verifier: "y", redirect_uri: "z" });
    const answer = await fetch(`${url}/demo-issuer/token`, { method: "POST", body });
    expect(answer.status).toBe(400);
  });

  it("lets no other call take a form", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    for (const path of ["/contactMessage", "/identity/sign-in/email"]) {
      const answer = await fetch(url + path, { method: "POST", headers, body: "email=a%40b.cz" });
      expect([path, answer.status]).toEqual([path, 415]);
    }
  });

  it("is not there outside the demo", async () => {
    const plain = await createTestApp({ DEMO: "off" });
    expect((await plain.inject({ url: "/demo-issuer/authorize" })).statusCode).toBe(404);
    expect((await plain.visitor.call(routes.readSettings)).socialProviders).toEqual([]);
  });
});
