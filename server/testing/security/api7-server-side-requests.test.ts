import { Socket } from "node:net";
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  type MockInstance,
  vi,
} from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { identityBodies } from "../identity-bodies.ts";
import type { TestApp } from "../test-app.ts";
import { sentMails } from "../test-mails.ts";
import {
  addThings,
  callerOf,
  createTestScene,
  goodCall,
  type People,
  routeNames,
  routeOf,
  statusFor,
} from "../test-scene.ts";

const targets = [
  "https://attacker.example/photo.svg",
  "http://169.254.169.254/latest/meta-data/",
  "http://127.0.0.1:5432/",
  "file:///etc/passwd",
];

let site: TestApp;
let people: People;
let connect: MockInstance<Socket["connect"]>;

beforeAll(async () => {
  ({ site, people } = await createTestScene());
});
beforeEach(() => {
  connect = vi.spyOn(Socket.prototype, "connect");
});
afterEach(() => connect.mockRestore());

/** Where the database of the tests listens, if its socket is no file. */
const database = new URL(process.env.TEST_DATABASE_URL ?? "postgres:");

/** PostgreSQL's driver names port and host; `fetch` gives an object, also for the same address. */
const isDatabase = ([port, host]: unknown[]) =>
  port === Number(database.port || 5432) && host === database.hostname;

/** Where this process has opened connections to, apart from the tests' database. */
function reached(): unknown[] {
  return connect.mock.calls
    .filter((given) => !isDatabase(given))
    .map(([first]) => (Array.isArray(first) ? first[0] : first))
    .filter(
      (to) => typeof to !== "string" && !(to && typeof to === "object" && "path" in to && to.path),
    );
}

it("sees connections, so that the tests below would fail", async () => {
  await fetch("http://127.0.0.1:59999/").catch(() => {});
  expect(reached()).toHaveLength(1);
});

/** The body with an address in each text field in turn; every target in fields for addresses. */
function* poisoned(body: object) {
  const elsewhere = targets[0];
  yield { url: elsewhere, image: elsewhere, callbackURL: elsewhere, webhook: elsewhere, ...body };
  for (const [field, value] of Object.entries(body)) {
    if (typeof value !== "string") continue;
    const tried = /url|image/i.test(field) ? targets : [elsewhere];
    for (const target of tried) yield { ...body, [field]: target };
  }
}

describe("an address that somebody sends", () => {
  it.each(routeNames.filter((name) => routeOf(name).body))("in %s is not called", async (name) => {
    const person = callerOf(name, people);
    const things = await addThings(site, people.surveyor, statusFor(name));
    const call = goodCall(name, { ...things, email: person.email }, person);
    for (const payload of poisoned(call.payload as object)) {
      expect((await site.inject({ ...call, payload })).statusCode).toBeLessThan(500);
    }
    expect(reached()).toEqual([]);
  });

  it.each(Object.entries(identityCalls))(
    "in identity call %s is not called",
    async (name, call) => {
      // Some of them end a session, so each call has its own.
      const person = await site.join();
      const bodies: Record<string, object> = identityBodies(person.email);
      const target = encodeURIComponent(targets[1] ?? "");
      const path = call.path.replace(":provider", target);
      for (const payload of call.method === "GET" ? [undefined] : poisoned(bodies[name] ?? {})) {
        const answer = await site.inject({
          method: call.method,
          url: `/identity${path}?code=x&state=x&iss=${target}`,
          headers: { cookie: person.cookie },
          ...(payload && { payload }),
        });
        expect(answer.statusCode, answer.body).toBeLessThan(500);
        expect(answer.headers.location ?? "/").toMatch(/^\/(?!\/)/);
      }
      expect(reached()).toEqual([]);
    },
  );

  it("as the host leads into no mail", async () => {
    const body = { email: people.user.email };
    const { requestPasswordReset, sendConfirmationMail } = identityCalls;
    const headers = { host: "attacker.example" };
    const forwarded = { "x-forwarded-host": "attacker.example" };
    await site.visitor.answer(requestPasswordReset, { body, headers });
    await site.visitor.answer(sendConfirmationMail, { body, headers: forwarded });
    const mails = sentMails(site).filter(({ to }) => to === people.user.email);
    expect(mails.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(mails)).not.toContain("attacker.example");
  });
});
