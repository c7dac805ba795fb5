import { describe, expect, it } from "vitest";
import { readConfig } from "../../process/config.ts";
import { type Finding, ok, runChecks } from "./findings.ts";
import {
  judgeBackup,
  judgeClock,
  judgeDatabase,
  judgeMigrations,
  judgeNode,
  judgeOpenFiles,
  judgeSecretFile,
  judgeSettings,
  judgeSpace,
  judgeStripe,
} from "./rules.ts";

const levels = (found: Finding[]) => found.map(({ level }) => level);
const texts = (found: Finding[]) => found.map(({ text }) => text).join("\n");

describe("the doctor's rules", () => {
  it("are content with a local site, and with a public one that is complete", () => {
    const publicSite = {
      NODE_ENV: "production",
      PUBLIC_URL: "https://polls.example",
      TRUSTED_PROXIES: "loopback",
      SMTP_URL: "smtps://mail.example",
      STRIPE_SECRET_KEY: "sk_live_x",
      STRIPE_PUBLISHABLE_KEY: "pk_live_x",
      STRIPE_WEBHOOK_SECRET: "whsec_x",
      BACKUP_DIR: "/backups",
      OPERATOR_NAME: "Polls Ltd",
      OPERATOR_ADDRESS: "1 Example Street",
    };
    expect(levels(judgeSettings(readConfig({})))).toEqual(["ok"]);
    expect(levels(judgeSettings(readConfig(publicSite)))).toEqual(["ok"]);
  });

  it("warn of what a public site has forgotten", () => {
    const bare = {
      PUBLIC_URL: "https://polls.example",
      EMAIL_VERIFICATION: "off",
      PAYMENT_GATEWAY: "sandbox",
    };
    const found = judgeSettings(readConfig(bare));
    expect(levels(found)).toEqual(["ok", ...Array(6).fill("warning")]);
    for (const name of [
      "TRUSTED_PROXIES",
      "SMTP_URL",
      "confirm",
      "sandbox",
      "OPERATOR_NAME",
      "BACKUP_DIR",
    ]) {
      expect(texts(found)).toContain(name);
    }
    const plain = judgeSettings(readConfig({ ...bare, PUBLIC_URL: "http://polls.example" }));
    expect(texts(plain)).toContain("no https");
  });

  it.each([
    ["v20.18.9", "problem"],
    ["v20.19.0", "ok"],
    ["v24.1.0", "ok"],
    ["v18.20.0", "problem"],
  ])("judge Node %s as %s", (version, level) => {
    expect(judgeNode(version, ">=20.19").level).toBe(level);
  });

  it("compare open files with MAX_CONNECTIONS", () => {
    expect(judgeOpenFiles(65_536, 10_000).level).toBe("ok");
    expect(judgeOpenFiles(1_024, 10_000).level).toBe("warning");
  });

  it.each([
    [50, 100, "ok"],
    [5, 100, "warning"],
    [1, 100, "problem"],
    [0.1, 1, "problem"],
  ])("judge %s of %s GiB free as %s", (free, size, level) => {
    expect(judgeSpace("DATA_DIR", { free: free * 2 ** 30, size: size * 2 ** 30 }).level).toBe(
      level,
    );
  });

  it.each([
    [0o100600, "ok"],
    [0o100640, "ok"],
    [0o100604, "problem"],
  ])("judge a secret's mode %o as %s", (mode, level) => {
    expect(judgeSecretFile("secret", mode).level).toBe(level);
  });

  it.each([
    [0.4, 0, "ok"],
    [-10, 0, "warning"],
    [3600, 0, "problem"],
    [2.5, 1, "ok"],
  ])("judge a clock that is %s s ahead, known to %s s, as %s", (seconds, blur, level) => {
    expect(judgeClock("the database", seconds, blur).level).toBe(level);
  });

  it("tell pending migrations from those of a newer version, and of one before 1.0", () => {
    const [first, second] = ["001-schema", "002-later.sql"];
    const judge = (files: string[], applied: string[]) => judgeMigrations(files, applied);
    expect(judge([first, second], [first, second]).level).toBe("ok");
    expect(judge([first, second], [first])).toMatchObject({
      level: "warning",
      text: expect.stringContaining(`Not applied yet: ${second}.`),
    });
    expect(judge([first], [first, second])).toMatchObject({
      level: "problem",
      text: expect.stringContaining(second),
    });
    expect(judge([first], ["001-people-and-surveys.sql"])).toMatchObject({
      level: "problem",
      text: expect.stringContaining("made by a version before 1.0"),
    });
  });

  it.each([
    [1, "ok"],
    [30, "warning"],
    [80, "problem"],
    [null, "problem"],
  ])("judge a backup of %s hours ago, of one a day, as %s", (age, level) => {
    expect(judgeBackup(age, 24).level).toBe(level);
  });

  it("warn of a database that forgets", () => {
    const settings = { max_connections: "100", superuser_reserved_connections: "3" };
    const facts = {
      version: "18.4",
      isStandby: false,
      settings,
      latencyMs: 1,
    };
    expect(levels(judgeDatabase(facts, 40))).toEqual(["ok"]);
    expect(texts(judgeDatabase(facts, 95))).toContain("max_connections");
    const careless = {
      ...settings,
      fsync: "off",
      full_page_writes: "off",
      synchronous_commit: "off",
      autovacuum: "off",
    };
    const found = judgeDatabase({ ...facts, settings: careless }, 10);
    expect(levels(found)).toEqual(["ok", "problem", "problem", "warning", "warning"]);
    const standby = { ...facts, isStandby: true, latencyMs: 50 };
    expect(levels(judgeDatabase(standby, 10))).toEqual(["warning", "problem"]);
  });

  it("judge Stripe's keys by its answer, and their mode by the site's address", () => {
    const webhookSecret = `whsec_${"x".repeat(32)}`;
    const live = { secretKey: "sk_live_x", webhookSecret };
    const test = { secretKey: "sk_test_x", webhookSecret };
    const address = "https://polls.example";
    expect(levels(judgeStripe(live, address, 200))).toEqual(["ok"]);
    expect(levels(judgeStripe(live, address, 401))).toEqual(["problem"]);
    expect(levels(judgeStripe(live, address, 403))).toEqual(["problem"]);
    expect(levels(judgeStripe(live, address, 500))).toEqual(["warning"]);
    expect(levels(judgeStripe(test, address, 200))).toEqual(["ok", "warning"]);
    expect(levels(judgeStripe(test, undefined, 200))).toEqual(["ok"]);
    expect(levels(judgeStripe(live, undefined, 200))).toEqual(["ok", "warning"]);
    const short = { ...test, webhookSecret: "whsec_x" };
    expect(texts(judgeStripe(short, undefined, 200))).toContain("STRIPE_WEBHOOK_SECRET");
  });
});

describe("running checks", () => {
  it("goes on after one that fails, and after one that takes too long", async () => {
    const failing = async () => Promise.reject(new Error("broken\nat somewhere"));
    const never = () => new Promise<Finding[]>(() => {});
    const reports = await runChecks(
      [
        { name: "one", run: failing },
        { name: "two", run: never },
        { name: "three", run: async () => [ok("Fine.")] },
      ],
      20,
    );
    expect(reports).toEqual([
      { check: "one", level: "problem", text: "broken" },
      { check: "two", level: "problem", text: "It took longer than 0.02 seconds." },
      { check: "three", level: "ok", text: "Fine." },
    ]);
  });
});
