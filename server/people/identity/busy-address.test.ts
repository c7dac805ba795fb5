import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  addPasskey,
  aLogIn,
  enrol,
  logIn,
  logInWithPasskey,
  newKey,
} from "../../testing/test-identity.ts";
import { totp } from "../../testing/totp.ts";

// The people of this file prepare where nothing is limited; both sites have one database.
let calm: TestApp;
let site: TestApp;
let lastAddress = 0;
beforeAll(async () => {
  calm = await createTestApp();
  site = await createTestApp({ LIMIT_FACTOR: "1", ATTEMPTS_PER_ADDRESS: "3" }, calm.db);
});

const { signIn, verifyCode, startSocialSignIn } = identityCalls;

/** The browsers behind a network address from which strangers have made too many attempts. */
async function busyAddress() {
  const remoteAddress = `10.8.0.${++lastAddress}`;
  const behind = (cookie = "") => site.as({ cookie, remoteAddress });
  const stranger = behind();
  const attempts = Array.from({ length: 4 }, (_, at) => {
    const body = { email: `nobody-${lastAddress}-${at}@example.org`, password: "wrong password" };
    return stranger.status(signIn, { body });
  });
  expect((await Promise.all(attempts)).filter((status) => status === 429)).toHaveLength(1);
  for (const at of Array(4).keys()) {
    await stranger.answer(verifyCode, { body: { code: String(100_000 + at) } });
    await stranger.answer(startSocialSignIn, { body: socialStart });
    await stranger.answer(identityCalls.startPasskeySignIn);
  }
  return behind;
}

const socialStart = {
  provider: "demo",
  callbackURL: "/socialPopup",
  errorCallbackURL: "/socialPopup",
  disableRedirect: true as const,
};

describe("too many attempts from one network address", () => {
  it("lock out nobody who has a known device, a passkey, a code to give or a social log-in", async () => {
    const [person, enrolled] = [await calm.join(), await calm.join()];
    const key = newKey();
    await addPasskey(person, key);
    const device = (await logIn(calm, person)).browser.cookie;
    const { secret } = await enrol(enrolled);
    const halfway = (await logIn(calm, enrolled)).browser.cookie;

    const behind = await busyAddress();
    expect(await behind().status(signIn, aLogIn(person))).toBe(429);
    expect(await behind(device).status(signIn, aLogIn(person))).toBe(200);
    expect((await logInWithPasskey({ visitor: behind() }, key)).status).toBe(200);
    expect(await behind(halfway).status(verifyCode, { body: { code: totp(secret, 1) } })).toBe(200);
    expect(await behind().status(startSocialSignIn, { body: socialStart })).toBe(200);
  });

  it("stay closed to other people's devices, and open to a known one ten times in all", async () => {
    const [person, other] = [await calm.join(), await calm.join()];
    const device = (await logIn(calm, person)).browser.cookie;
    const behind = await busyAddress();
    expect(await behind(device).status(signIn, aLogIn(other))).toBe(429);
    const statuses: number[] = [];
    for (let browser = behind(device); statuses.length < 11; ) {
      const answer = await browser.answer(signIn, aLogIn(person));
      statuses.push(answer.status);
      browser = answer.browser;
    }
    // Each costs this server a tenth of a second, so even right passwords are counted.
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});
