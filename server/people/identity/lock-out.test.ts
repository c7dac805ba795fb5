import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { cookieOf, createTestApp, PASSWORD, type TestApp } from "../../testing/test-app.ts";
import { mailToken, resetPassword } from "../../testing/test-identity.ts";
import { findAccountByEmail } from "./queries.ts";

let site: TestApp;
let lastAddress = 0;

beforeAll(async () => {
  site = await createTestApp();
});

/** Calls from a network address that no other call has used. */
const signIn = (email: string, password: string, cookie = "") =>
  site
    .as({ cookie, remoteAddress: `10.7.0.${++lastAddress % 250}` })
    .answer(identityCalls.signIn, { body: { email, password } });

async function guess(email: string, times: number, cookie = ""): Promise<number[]> {
  const tries = Array.from({ length: times }, () => signIn(email, "wrong password", cookie));
  return (await Promise.all(tries)).map(({ status }) => status);
}

/** A person, and the device cookie that their browser keeps after a log-in, without the session. */
async function joinWithDevice() {
  const { email } = await site.join();
  const answer = await signIn(email, PASSWORD);
  const device = answer.cookies.find(({ name }) => name.endsWith("known_device"));
  return { email, device, cookie: deviceCookie(answer) };
}

/** The device cookie that this answer sets, as the browser sends it. */
function deviceCookie({ cookies }: Pick<Awaited<ReturnType<typeof signIn>>, "cookies">): string {
  const device = cookies.find(({ name }) => name.endsWith("known_device"));
  return `${device?.name}=${encodeURIComponent(device?.value ?? "")}`;
}

/** The disk is full for whatever is written to this person's sessions, until the returned call. */
async function fillDisk(email: string): Promise<() => Promise<void>> {
  await sql`
    create function disk_is_full() returns trigger language plpgsql as
    $$ begin raise 'no space left on device' using errcode = 'disk_full'; end $$
  `.execute(site.db);
  const account = await findAccountByEmail(site.db, email);
  await sql`
    create trigger full_disk before insert or update on identity.session for each row
    when (new."userId" = ${sql.lit(account?.id ?? "")}) execute function disk_is_full()
  `.execute(site.db);
  return async () => void (await sql`drop function disk_is_full cascade`.execute(site.db));
}

async function inTurn(times: number, call: () => Promise<{ status: number }>) {
  const statuses: number[] = [];
  for (let round = 0; round < times; round++) statuses.push((await call()).status);
  return statuses;
}

describe("a failure of the site", () => {
  it("counts no right password as a guess, whichever device it came from", async () => {
    const { email, cookie } = await joinWithDevice();
    const free = await fillDisk(email);
    expect(await inTurn(12, () => signIn(email, PASSWORD))).toEqual(Array(12).fill(503));
    expect(await inTurn(12, () => signIn(email, PASSWORD, cookie))).toEqual(Array(12).fill(503));
    await free();
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  it("lets nobody guess for free: wrong ones count, and right ones don't make room for them", async () => {
    const { email } = await joinWithDevice();
    const free = await fillDisk(email);
    const wrongAfterRight = async () => {
      await signIn(email, PASSWORD);
      return signIn(email, "wrong password");
    };
    expect(await inTurn(12, wrongAfterRight)).toEqual([...Array(10).fill(401), 429, 429]);
    await free();
    expect((await signIn(email, PASSWORD)).status).toBe(429);
  });

  it("counts no proof of somebody who is logged in", async () => {
    const person = await site.join();
    const answer = await signIn(person.email, PASSWORD);
    const session = site.as({ cookie: cookieOf(answer) });
    const free = await fillDisk(person.email);
    const confirm = (password: string) =>
      session.answer(identityCalls.confirmSignIn, { body: { password } });
    expect(await inTurn(12, () => confirm(PASSWORD))).toEqual(Array(12).fill(503));
    await free();
    expect(await inTurn(11, () => confirm("wrong password"))).toContain(429);
  });
});

describe("the lock-out", () => {
  it("of strangers leaves the owner's known device alone", async () => {
    const { email, cookie } = await joinWithDevice();
    expect(await guess(email, 11)).toContain(429);
    expect((await signIn(email, PASSWORD)).status).toBe(429);
    const owner = await signIn(email, PASSWORD, cookie);
    expect(owner.status).toBe(200);
    // The owner's log-in does not clear the count of the strangers.
    expect((await signIn(email, "wrong password")).status).toBe(429);
  });

  it("closes a known device after ten failures of its own, and only that one", async () => {
    const { email, cookie } = await joinWithDevice();
    const statuses = await guess(email, 11, cookie);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  it("takes no other account's device and no forged one for known", async () => {
    const victim = await joinWithDevice();
    const other = await joinWithDevice();
    await guess(victim.email, 11);
    expect((await signIn(victim.email, PASSWORD, other.cookie)).status).toBe(429);
    const [value = "", signature = ""] = decodeURIComponent(
      victim.cookie.split("=")[1] ?? "",
    ).split(/\.(?=[^.]*$)/);
    const forged = `${victim.device?.name}=${encodeURIComponent(`0${value.slice(1)}x.${signature}`)}`;
    expect((await signIn(victim.email, PASSWORD, forged)).status).toBe(429);
    expect((await signIn(victim.email, PASSWORD, victim.cookie)).status).toBe(200);
  });

  it("opens for whoever chooses a new password by mail, on any device", async () => {
    const { email } = await site.join({ proven: true });
    const reset = await resetPassword(site, { email }, "another horse");
    expect(reset.status).toBe(200);
    await guess(email, 11);
    expect((await signIn(email, "another horse")).status).toBe(429);
    expect((await signIn(email, "another horse", cookieOf(reset))).status).toBe(200);
  });

  it.each(["a change", "a reset", "a proof of the address"])(
    "takes no device for known that had a password before %s",
    async (way) => {
      const person = await site.join({ proven: way === "a reset" });
      const known = deviceCookie(await signIn(person.email, PASSWORD));
      const newPassword = "another horse";
      let own: Pick<Awaited<ReturnType<typeof signIn>>, "cookies">;
      if (way === "a change") {
        const body = { currentPassword: PASSWORD, newPassword };
        own = await person.answer(identityCalls.changePassword, { body });
      } else if (way === "a reset") own = await resetPassword(site, person, newPassword);
      else {
        const body = { token: mailToken(site, person, /Confirm/), password: newPassword };
        const strict = await createTestApp({ EMAIL_VERIFICATION: "required" }, site.db);
        own = await strict.visitor.answer(identityCalls.confirmEmail, { body });
      }
      await guess(person.email, 11);
      expect((await signIn(person.email, newPassword, known)).status).toBe(429);
      expect((await signIn(person.email, newPassword, deviceCookie(own))).status).toBe(200);
    },
  );

  it("keeps the device's cookie from scripts and from other sites, and logs nobody in by it", async () => {
    const { device, cookie } = await joinWithDevice();
    expect(device).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
    expect(device?.maxAge).toBeGreaterThan(30 * 24 * 3600);
    expect(await site.as({ cookie }).call(identityCalls.readSession)).toBeNull();
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
