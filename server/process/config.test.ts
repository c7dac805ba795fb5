import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { OperatorError } from "./operator-error.ts";

function complaint(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
  return "";
}

const secret = "s".repeat(32);
const stripe = {
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_PUBLISHABLE_KEY: "pk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
};

const mails = { SMTP_URL: "smtps://mail.example" };
const publicSite = {
  PUBLIC_URL: "https://polls.example",
  TRUSTED_PROXIES: "loopback",
  ...mails,
};
const openSite = { HOST: "0.0.0.0", PUBLIC_URL: "https://polls.example", ...mails };

describe("readConfig", () => {
  it("needs no setting at all", () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      dataDir: "./data",
      demo: true,
      participation: "registered",
      passwordMinLength: 6,
      passwordStrength: "any",
    });
  });

  it("asks for better passwords wherever strangers come, unless told otherwise", () => {
    const better = { passwordMinLength: 8, passwordStrength: "fair" };
    const site = {
      ...publicSite,
      DEMO: "off",
      PAYMENT_GATEWAY: "sandbox",
    };
    expect(readConfig(site)).toMatchObject(better);
    expect(readConfig({ NODE_ENV: "production", PAYMENT_GATEWAY: "sandbox" })).toMatchObject(
      better,
    );
    const given = { PASSWORD_MIN_LENGTH: "12", PASSWORD_STRENGTH: "any" };
    expect(readConfig({ ...site, ...given })).toMatchObject({
      passwordMinLength: 12,
      passwordStrength: "any",
    });
  });

  it("lets nobody vote with a stranger's address wherever strangers come, unless told otherwise", () => {
    const isRequired = (given: object) =>
      readConfig({ ...given, PAYMENT_GATEWAY: "sandbox" }).emailVerificationRequired;
    expect(isRequired(publicSite)).toBe(true);
    expect(isRequired({ ...publicSite, EMAIL_VERIFICATION: "off" })).toBe(false);
    expect(isRequired({ ...publicSite, EMAIL_VERIFICATION: "off", SMTP_URL: "" })).toBe(false);
    expect(isRequired(mails)).toBe(false);
    expect(isRequired({ EMAIL_VERIFICATION: "required" })).toBe(true);
  });

  it("leaves the connections of a given database to its owner", () => {
    const given = { DATABASE_URL: "postgres://db/x", APP_SECRET: secret };
    expect(readConfig({ ...given, WORKERS: "64", DATABASE_POOL: "200" }).workers).toBe(64);
  });

  it("treats an empty value as not set", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: " " }).port).toBe(3000);
  });

  it.each([
    [{ PORT: "abc" }, /^PORT: expected a whole number from 1 to 65535; it is "abc"$/],
    [{ PORT: "70000" }, /^PORT: /],
    [{ DATABASE_URL: "mysql://x" }, /^DATABASE_URL: /],
    [{ PARTICIPATION: "everyone" }, /^PARTICIPATION: /],
    [{ DEMO: "yes" }, /^DEMO: /],
    [{ NODE_ENV: "production", DEMO: "on" }, /^DEMO: must be off/],
    [{ ...publicSite, ...stripe, DEMO: "on" }, /^DEMO: must be off where PUBLIC_URL is set[^\n]*$/],
    [{ ...openSite, ...stripe, DEMO: "on" }, /^DEMO: must be off/],
    // The settings of docs/operations/run.md, without NODE_ENV.
    [publicSite, /^PAYMENT_GATEWAY: must be set where PUBLIC_URL is set[^\n]*$/],
    [openSite, /^PAYMENT_GATEWAY: must be set/],
    [{ HEADER_SECONDS: "20", REQUEST_SECONDS: "10" }, /^HEADER_SECONDS: must not be more/],
    [{ LIMIT_FACTOR: "0" }, /^LIMIT_FACTOR: /],
    [{ WORKERS: "0" }, /^WORKERS: /],
    [{ WORKERS: "65" }, /^WORKERS: /],
    [{ WORKERS: "10" }, /^DATABASE_POOL: must be at most 9 with WORKERS=10, because[^\n]*$/],
    [{ WORKERS: "64", DATABASE_POOL: "2" }, /^WORKERS: must be at most 45/],
    [{ ...publicSite, ...stripe, LIMIT_FACTOR: "101" }, /^LIMIT_FACTOR: must be at most 100/],
    [{ DATABASE_URL: "postgres://db/x" }, /^APP_SECRET: must be set/],
    [{ HOST: "0.0.0.0" }, /^PUBLIC_URL: must be set/],
    [{ ...publicSite, ...stripe, SMTP_URL: "" }, /^SMTP_URL: must be set[^\n]*=off[^\n]*$/],
    [
      { ...publicSite, ...stripe, SMTP_URL: "", EMAIL_VERIFICATION: "required" },
      /^SMTP_URL: must be set/,
    ],
    [{ EMAIL_VERIFICATION: "optional" }, /^EMAIL_VERIFICATION: /],
    [
      { STRIPE_SECRET_KEY: "sk_test_1" },
      /^STRIPE_PUBLISHABLE_KEY: must be set.*\nSTRIPE_WEBHOOK_SECRET: must be set/,
    ],
    [{ ...stripe, STRIPE_SECRET_KEY: "" }, /^STRIPE_SECRET_KEY: must be set/],
    [{ ...stripe, STRIPE_WEBHOOK_SECRET: "" }, /^STRIPE_WEBHOOK_SECRET: must be set/],
    [{ PAYMENT_GATEWAY: "stripe" }, /^STRIPE_SECRET_KEY: must be set/],
    [
      { ...stripe, STRIPE_PUBLISHABLE_KEY: "sk_test_1" },
      /^STRIPE_PUBLISHABLE_KEY: .*pk_; it is "…"$/,
    ],
    [{ ...stripe, STRIPE_PUBLISHABLE_KEY: "pk_live_1" }, /^STRIPE_PUBLISHABLE_KEY: .*same mode/],
    [{ PAYMENT_GATEWAY: "cash" }, /^PAYMENT_GATEWAY: /],
    [{ NODE_ENV: "production" }, /^PAYMENT_GATEWAY: must be set/],
    [{ OIDC_PROVIDERS: "google" }, /^OIDC_GOOGLE_ISSUER: .*it is not set/],
    [{ TRUSTED_PROXIES: "nginx" }, /^TRUSTED_PROXIES: expected addresses[^\n]*"nginx"$/],
    [{ TRUSTED_PROXIES: "localhost" }, /^TRUSTED_PROXIES: /],
    [{ TRUSTED_PROXIES: "10.0.0.0/33" }, /^TRUSTED_PROXIES: /],
    [{ TRUSTED_PROXIES: "loopback,,10.0.0.1" }, /^TRUSTED_PROXIES: /],
  ])("says by name what is wrong with %j", (environment, expected) => {
    expect(complaint(environment)).toMatch(expected);
  });

  it("gives one line for each bad setting and repeats no secret", () => {
    const message = complaint({ PORT: "abc", APP_SECRET: "short" });
    expect(message.split("\n")).toHaveLength(2);
    expect(message).not.toContain("short;");
    expect(message).not.toContain('"short"');
  });

  it.each([
    [{}, true],
    [{ NODE_ENV: "production", PAYMENT_GATEWAY: "sandbox" }, false],
    [{ DATABASE_URL: "postgres://db/x", APP_SECRET: secret }, false],
    [{ ...openSite, ...stripe }, false],
    [{ ...publicSite, ...stripe }, false],
    [{ ...publicSite, PAYMENT_GATEWAY: "sandbox" }, false],
    [{ HOST: "::1" }, true],
    [{ DEMO: "off" }, false],
  ])("turns the demo on only on the embedded loopback default: %j", (environment, demo) => {
    expect(readConfig(environment).demo).toBe(demo);
  });

  it.each([
    [{}, "sandbox"],
    [stripe, "stripe"],
    [{ NODE_ENV: "production", ...stripe }, "stripe"],
    [{ NODE_ENV: "production", PAYMENT_GATEWAY: "sandbox" }, "sandbox"],
    [{ PAYMENT_GATEWAY: "sandbox", ...stripe }, "sandbox"],
    [{ PAYMENT_GATEWAY: "sandbox", ...publicSite }, "sandbox"],
  ])(
    "takes payments by Stripe if it has its keys, else by the sandbox: %j",
    (environment, kind) => {
      expect(readConfig(environment).payments.kind).toBe(kind);
    },
  );

  it("reads each named OpenID Connect issuer", () => {
    const { oidcProviders } = readConfig({
      OIDC_PROVIDERS: "google,my-keycloak",
      OIDC_GOOGLE_ISSUER: "https://accounts.google.com",
      OIDC_GOOGLE_CLIENT_ID: "a",
      OIDC_GOOGLE_CLIENT_SECRET: "b",
      OIDC_GOOGLE_LABEL: "Google",
      OIDC_MY_KEYCLOAK_ISSUER: "https://login.example/realms/x",
      OIDC_MY_KEYCLOAK_CLIENT_ID: "c",
      OIDC_MY_KEYCLOAK_CLIENT_SECRET: "d",
    });
    expect(oidcProviders.map(({ id, label }) => [id, label])).toEqual([
      ["google", "Google"],
      ["my-keycloak", "my-keycloak"],
    ]);
  });

  it.each(["loopback", "10.0.0.0/8, fd00::/8", "10.0.0.1,loopback", "::ffff:10.0.0.1"])(
    "trusts proxies at %j",
    (TRUSTED_PROXIES) => {
      expect(readConfig({ TRUSTED_PROXIES }).trustedProxies).toBe(TRUSTED_PROXIES);
    },
  );
});

describe("doubtful settings", () => {
  const doubts = (environment: Record<string, string>) => readConfig(environment).doubtful;

  it.each([
    ["WORKER", "WORKERS"],
    ["TRUSTED_PROXY", "TRUSTED_PROXIES"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["SMTP_URI", "SMTP_URL"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["STRIPE_WEBHOOKS_SECRET", "STRIPE_WEBHOOK_SECRET"],
  ])("are names such as %s, nearly those of settings", (name, meant) => {
    const asked = [`${name} is no setting, and ${meant} is not set: is that meant?`];
    expect(doubts({ [name]: "3" })).toEqual(asked);
  });

  it("are names that are nearly those of an issuer's settings", () => {
    const google = {
      OIDC_PROVIDERS: "google",
      OIDC_GOOGLE_ISSUER: "https://accounts.google.com",
      OIDC_GOOGLE_CLIENT_ID: "a",
      OIDC_GOOGLE_CLIENT_SECRET: "b",
    };
    expect(doubts(google)).toEqual([]);
    expect(doubts({ ...google, OIDC_GOOGLE_LABLE: "Google" })[0]).toContain("OIDC_GOOGLE_LABEL");
  });

  it("are none of those that other programs have", () => {
    const others = `CI COLORTERM DATABASE DATABASE_NAME DATA_ROOT DB_POOL DB_URL DEBUG DEMO_MODE DISPLAY
      EDITOR EMAIL GITHUB_TOKEN HOME HOSTNAME HOSTS HTTPS_PROXY HTTP_PROXY INVOCATION_ID JOURNAL_STREAM
      LANG LC_ALL LOGNAME LOGS_DIRECTORY MAIL MAIL_TO MEMORY_PRESSURE_WATCH NODE_OPTIONS NODE_PATH
      NODE_VERSION NOTIFY_SOCKET NO_PROXY NPM_CONFIG_CACHE OLDPWD PATH PGDATABASE PGHOST PORTS POSTS PWD
      SHELL SHLVL SITE_URL SMTP_HOST SMTP_PASSWORD SMTP_USER SSH_CLIENT STATE_DIRECTORY STRIPE_API_KEY
      STRIPE_PUBLIC_KEY SUDO_USER SYSTEMD_EXEC_PID TERM TMPDIR TZ USER USERNAME XDG_DATA_DIRS
      XDG_RUNTIME_DIR YARN_VERSION npm_config_user_agent npm_lifecycle_event port workers`;
    const environment = others.split(/\s+/).map((name) => [name, "3"]);
    expect(doubts(Object.fromEntries(environment))).toEqual([]);
    // The one that is meant is set, so this is another program's.
    expect(doubts({ WORKER: "3", WORKERS: "2" })).toEqual([]);
  });

  it("are values with what may be a comment, or with quotes around them", () => {
    const asked = doubts({ OPERATOR_NAME: "Ada # who runs it", SITE_NAME: '"Our polls"' });
    expect(asked).toMatchObject(
      [/^OPERATOR_NAME has " #"/, /^SITE_NAME has quotes/].map((line) =>
        expect.stringMatching(line),
      ),
    );
    expect(asked.join()).not.toMatch(/Ada|polls/);
    expect(doubts({ SITE_COLOUR: "#3a33c4", SITE_NAME: "Poll#1", OTHER: "a # b" })).toEqual([]);
  });
});
