import { beforeAll, describe, expect, it } from "vitest";
import { cookieOf, createTestApp, PASSWORD, type TestApp } from "../testing/test-app.ts";
import { newestMail } from "../testing/test-mails.ts";

let site: TestApp;
let lastAddress = 0;

beforeAll(async () => {
  site = await createTestApp();
});

/** From an address that nobody has used. */
const signIn = (email: string, password: string, cookie = "") =>
  site.call({
    method: "POST",
    url: "/identity/sign-in/email",
    headers: { cookie },
    payload: { email, password },
    remoteAddress: `10.7.0.${++lastAddress % 250}`,
  });

async function guess(email: string, times: number, cookie = ""): Promise<number[]> {
  const tries = Array.from({ length: times }, () => signIn(email, "wrong password", cookie));
  return (await Promise.all(tries)).map(({ statusCode }) => statusCode);
}

/** Somebody, and the cookie that their own browser keeps after a log-in, without its session. */
async function joinWithDevice() {
  const { email } = await site.join();
  const answer = await signIn(email, PASSWORD);
  const device = answer.cookies.find(({ name }) => name.endsWith("known_device"));
  return { email, device, cookie: `${device?.name}=${encodeURIComponent(device?.value ?? "")}` };
}

describe("the lock-out", () => {
  it("of strangers leaves the owner's known device alone", async () => {
    const { email, cookie } = await joinWithDevice();
    expect(await guess(email, 11)).toContain(429);
    expect((await signIn(email, PASSWORD)).statusCode).toBe(429);
    const owner = await signIn(email, PASSWORD, cookie);
    expect(owner.statusCode).toBe(200);
    // Their log-in opens nothing for the strangers.
    expect((await signIn(email, "wrong password")).statusCode).toBe(429);
  });

  it("closes a known device after ten failures of its own, and only that one", async () => {
    const { email, cookie } = await joinWithDevice();
    const statuses = await guess(email, 11, cookie);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect((await signIn(email, PASSWORD)).statusCode).toBe(200);
  });

  it("takes no other account's device and no forged one for known", async () => {
    const victim = await joinWithDevice();
    const other = await joinWithDevice();
    await guess(victim.email, 11);
    expect((await signIn(victim.email, PASSWORD, other.cookie)).statusCode).toBe(429);
    const [value = "", signature = ""] = decodeURIComponent(
      victim.cookie.split("=")[1] ?? "",
    ).split(/\.(?=[^.]*$)/);
    const forged = `${victim.device?.name}=${encodeURIComponent(`0${value.slice(1)}x.${signature}`)}`;
    expect((await signIn(victim.email, PASSWORD, forged)).statusCode).toBe(429);
    expect((await signIn(victim.email, PASSWORD, victim.cookie)).statusCode).toBe(200);
  });

  it("opens for whoever chooses a new password by mail, on any device", async () => {
    const { email } = await site.join();
    const post = (path: string, payload: object) =>
      site.call({ method: "POST", url: `/identity${path}`, payload });
    await post("/request-password-reset", { email });
    const token = newestMail(site, email, /password/).link.searchParams.get("token");
    const reset = await post("/reset-password", { token, newPassword: "another horse" });
    expect(reset.statusCode).toBe(200);
    await guess(email, 11);
    expect((await signIn(email, "another horse")).statusCode).toBe(429);
    expect((await signIn(email, "another horse", cookieOf(reset))).statusCode).toBe(200);
  });

  it("keeps the device's cookie from scripts and from other sites, and logs nobody in by it", async () => {
    const { device, cookie } = await joinWithDevice();
    expect(device).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
    expect(device?.maxAge).toBeGreaterThan(30 * 24 * 3600);
    const session = await site.call({ url: "/identity/get-session", headers: { cookie } });
    expect(session.json()).toBeNull();
  });

  it("marks a device at a log-in alone, not at a try", async () => {
    const { email } = await site.join();
    const answer = await signIn(email, "wrong password");
    expect(cookieOf(answer)).not.toContain("known_device");
  });

  it("is the same for an account that does not exist", async () => {
    const statuses = await guess("nobody-there@example.org", 11);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});
