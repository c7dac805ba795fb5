import { sql } from "kysely";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Database } from "../../database/connect.ts";
import { sweepExpired } from "../../database/sweep.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { createAtOnce } from "./at-once.ts";
import { createLimiter } from "./limiter.ts";
import { type LimitName, limitsWith, NETWORK_TIMES } from "./limits.ts";
import { createMemoryCounts } from "./memory-counts.ts";
import { createHashNetwork, networksOf, plainAddress, type Subject, shorten } from "./network.ts";

let db: Database;
const HOUR = 3600;
const settings = { key: Buffer.alloc(32, 1), attemptsPerAddress: 30, limitFactor: 1 };

beforeAll(async () => {
  db = await createTestDatabase();
});

const takeMany = (
  limiter: ReturnType<typeof createLimiter>,
  name: LimitName,
  who: Subject,
  n: number,
) => Promise.all(Array.from({ length: n }, () => limiter.take(name, who)));

describe("a shared limit", () => {
  it("counts over all servers, however parallel, and says how long to wait", async () => {
    const servers = [createLimiter({ ...settings, db }), createLimiter({ ...settings, db })];
    const waits = (
      await Promise.all(servers.map((server) => takeMany(server, "messages", "10.0.0.1", 4)))
    ).flat();
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
    const refused = waits.filter((wait) => wait > 0);
    expect(refused).toHaveLength(3);
    for (const wait of refused) expect(wait).toBeGreaterThan(HOUR - 60);
  });

  it("holds in each of its windows", async () => {
    const limiter = createLimiter({ ...settings, db });
    const waits = await takeMany(limiter, "signUps", "10.0.0.2", 31);
    // Only the limit per minute is reached, not those per hour and day.
    expect(waits.filter((wait) => wait > 0)).toHaveLength(1);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60);
    await sql`update limit_counts set ends_at = now() where key like 'signUps:60:%'`.execute(db);
    await takeMany(limiter, "signUps", "10.0.0.2", 29);
    await sql`update limit_counts set ends_at = now() where key like 'signUps:60:%'`.execute(db);
    const [hourIsFull] = await takeMany(limiter, "signUps", "10.0.0.2", 1);
    expect(hourIsFull).toBeGreaterThan(60);
    expect(hourIsFull).toBeLessThanOrEqual(HOUR);
  });

  it("begins anew when its window is over", async () => {
    const limiter = createLimiter({ ...settings, db });
    await takeMany(limiter, "messages", "10.0.0.3", 6);
    await sql`update limit_counts set ends_at = now()`.execute(db);
    expect(await limiter.count("messages", "10.0.0.3", HOUR)).toEqual([
      { level: "address", count: 0 },
    ]);
    expect(await limiter.take("messages", "10.0.0.3")).toBe(0);
    expect(await limiter.count("messages", "10.0.0.3", HOUR)).toEqual([
      { level: "address", count: 1 },
    ]);
  });

  it("locks nobody out for an hour because the clock was an hour ahead and is set right", async () => {
    const limiter = createLimiter({ ...settings, db });
    await takeMany(limiter, "mailsToMailbox", "somebody@example.org", 6);
    await sql`update limit_counts set ends_at = ends_at + interval '1 hour'
      where key like 'mailsToMailbox:%'`.execute(db);
    expect(await limiter.take("mailsToMailbox", "somebody@example.org")).toBe(0);
  });

  it("tells its count without counting, and forgets it", async () => {
    const limiter = createLimiter({ ...settings, db });
    await takeMany(limiter, "signUps", "10.0.0.4", 3);
    expect(await limiter.count("signUps", "10.0.0.4", HOUR)).toEqual([
      { level: "address", count: 3 },
    ]);
    expect(await limiter.count("signUps", "10.0.0.4", HOUR)).toEqual([
      { level: "address", count: 3 },
    ]);
    await limiter.forget("signUps", "10.0.0.4");
    expect(await limiter.count("signUps", "10.0.0.4", HOUR)).toEqual([
      { level: "address", count: 0 },
    ]);
  });

  it("is multiplied by the factor, except where it guards one account", async () => {
    const limiter = createLimiter({ ...settings, limitFactor: 2, db });
    const messages = await takeMany(limiter, "messages", "10.0.0.5", 12);
    expect(messages.filter((wait) => wait === 0)).toHaveLength(10);
    const guesses = await takeMany(limiter, "guessesByStrangers", "a@example.org", 12);
    expect(guesses.filter((wait) => wait === 0)).toHaveLength(10);
  });

  it("stores neither addresses nor e-mails, and is swept when it is over", async () => {
    const limiter = createLimiter({ ...settings, db });
    await limiter.take("guessesByStrangers", "somebody@example.org");
    await limiter.take("messages", "192.0.2.77");
    const { rows } = await sql<{ key: string }>`select key from limit_counts`.execute(db);
    expect(JSON.stringify(rows)).not.toMatch(/example|192\.0\.2/);
    await sql`update limit_counts set ends_at = now()`.execute(db);
    await sweepExpired(db);
    expect((await sql`select key from limit_counts`.execute(db)).rows).toEqual([]);
  });
});

describe("a limit in memory", () => {
  it("is the server's own and asks no database", async () => {
    const nowhere = undefined as unknown as Database;
    const limiter = createLimiter({ ...settings, db: nowhere });
    const waits = await takeMany(limiter, "reactions", "somebody", 62);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(60);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60);
    expect(await limiter.count("reactions", "somebody", 60)).toEqual([
      { level: "address", count: 62 },
    ]);
    await limiter.forget("reactions", "somebody");
    expect(await limiter.take("reactions", "somebody")).toBe(0);
  });

  it("makes nobody wait longer because the clock is set back", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const limiter = createLimiter({ ...settings, db });
    await takeMany(limiter, "reactions", "somebody", 61);
    vi.setSystemTime(Date.now() - HOUR * 1000);
    expect(await limiter.take("reactions", "somebody")).toBeLessThanOrEqual(60);
  });

  it("ends its windows, and never holds more than so many", () => {
    let now = 0;
    const counts = createMemoryCounts(() => now, 2);
    const take = (key: string) =>
      counts.countOneMore([{ key, level: "address", seconds: 10, max: 9 }])[0];
    expect(take("a")).toEqual({ key: "a", count: 1, secondsLeft: 10 });
    now = 4500;
    expect(take("a")).toEqual({ key: "a", count: 2, secondsLeft: 6 });
    now = 10_000;
    expect(take("a")).toEqual({ key: "a", count: 1, secondsLeft: 10 });
    take("b");
    take("c");
    expect(counts.read(["a", "b", "c"])).toEqual([0, 1, 1]);
  });
});

// One is counted in the database, the other in memory.
describe.each(["messages", "reactions"] as const)("an IPv6 caller's %s", (name) => {
  const [{ max }] = limitsWith(30)[name].windows;
  let prefix = 0;
  /** An address of a /48 that no other test has used. */
  function newPrefix() {
    prefix += 1;
    const site = `2001:db8:${prefix.toString(16)}`;
    return (subnet: number) => ({ address: `${site}:${subnet.toString(16)}::1` });
  }

  it("are counted in the /64, the /56 and the /48, each with a number of its own", async () => {
    const limiter = createLimiter({ ...settings, db });
    const at = newPrefix();
    await limiter.take(name, at(1));
    await limiter.take(name, at(2));
    await limiter.take(name, at(256));
    const { seconds } = limitsWith(30)[name].windows[0];
    expect(await limiter.count(name, at(1), seconds)).toEqual([
      { level: "address", count: 1 },
      { level: "/56", count: 2 },
      { level: "/48", count: 3 },
    ]);
  });

  it("do not close a wider network to others when a narrower one is full", async () => {
    const limiter = createLimiter({ ...settings, db });
    const at = newPrefix();
    for (let turn = 0; turn < max * NETWORK_TIMES["/48"] * 2; turn += 1) {
      await limiter.take(name, at(1));
    }
    expect(await limiter.take(name, at(1))).toBeGreaterThan(0);
    expect(await limiter.take(name, at(2))).toBe(0);
  });

  it("leave nothing behind in narrower networks when a wider one is full", async () => {
    const limiter = createLimiter({ ...settings, db });
    const at = newPrefix();
    for (let turn = 0; turn < max * NETWORK_TIMES["/56"]; turn += 1) {
      expect(await limiter.take(name, at(turn))).toBe(0);
    }
    expect(await limiter.take(name, at(255))).toBeGreaterThan(0);
    const { seconds } = limitsWith(30)[name].windows[0];
    expect((await limiter.count(name, at(255), seconds))[0]).toEqual({
      level: "address",
      count: 0,
    });
  });
});

it("lets no visitor open more streams at once by using another /64 for each", () => {
  const streams = createAtOnce(3);
  const end = new AbortController();
  const enter = (subnet: number) =>
    streams.enter({ address: `2001:db8:1:${subnet.toString(16)}::1` }, end.signal);
  const entered = Array.from({ length: 10 }, (_, subnet) => enter(subnet));
  expect(entered.filter(Boolean)).toHaveLength(3 * NETWORK_TIMES["/56"]);
  expect(enter(256)).toBe(true);
  end.abort();
  expect(streams.enter({ address: "2001:db8:1::1" }, new AbortController().signal)).toBe(true);
});

describe("plainAddress", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    [" 192.0.2.7 ", "192.0.2.7"],
    ["192.0.2.7:5678", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::FFFF:c000:0207", "192.0.2.7"],
    ["0:0:0:0:0:ffff:c000:207", "192.0.2.7"],
    ["[::ffff:192.0.2.7]:443", "192.0.2.7"],
    ["64:ff9b::192.0.2.7", "192.0.2.7"],
    ["64:ff9b::c000:207", "192.0.2.7"],
    ["2001:DB8:0::0001", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["[fe80::1%25eth0]:1", "fe80::1"],
    ["", "unknown"],
    ["unknown", "unknown"],
    ["_hidden", "unknown"],
    ["not an address", "unknown"],
    ["999.0.2.7", "unknown"],
    ["192.0.2.7:", "unknown"],
    ["2001:db8::1::2", "unknown"],
    ["[2001:db8::1", "unknown"],
  ])("says that %j is %s", (given, plain) => {
    expect(plainAddress(given)).toBe(plain);
    expect(plainAddress(plain)).toBe(plain);
  });
});

describe("networksOf", () => {
  it.each([
    ["192.0.2.7", ["192.0.2.7"]],
    ["::ffff:192.0.2.7", ["192.0.2.7"]],
    [
      "2001:db8:1:2345:3:4:5:6",
      ["2001:db8:1:2345::/64", "2001:db8:1:2300::/56", "2001:db8:1::/48"],
    ],
    ["2001:0DB8:0001:0002::1", ["2001:db8:1:2::/64", "2001:db8:1:0::/56", "2001:db8:1::/48"]],
    ["::1", ["0:0:0:0::/64", "0:0:0:0::/56", "0:0:0::/48"]],
    ["not an address", ["unknown"]],
  ])("says that %s is in %s", (address, names) => {
    expect(networksOf(address).map(({ name }) => name)).toEqual(names);
  });
});

describe("the network of a vote", () => {
  it.each([
    ["203.0.113.77", "203.0.113.0/24"],
    ["::ffff:203.0.113.77", "203.0.113.0/24"],
    ["2001:db8:12:34:5::1", "2001:db8:12::/48"],
    ["::1", "0:0:0::/48"],
  ])("is shortened: %s", (address, network) => {
    expect(shorten(address)).toBe(network);
  });

  it("is the same for neighbours on one survey, and another on each survey and with each key", () => {
    const hash = createHashNetwork(Buffer.from("a key"));
    expect(hash("survey", "203.0.113.7")).toBe(hash("survey", "203.0.113.200"));
    expect(hash("survey", "203.0.113.7")).not.toBe(hash("survey", "203.0.114.7"));
    expect(hash("survey", "203.0.113.7")).not.toBe(hash("other", "203.0.113.7"));
    const other = createHashNetwork(Buffer.from("another"));
    expect(hash("survey", "203.0.113.7")).not.toBe(other("survey", "203.0.113.7"));
  });
});
