import { existsSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { parseWitnessKey } from "../../record/vkey.ts";
import { findDoubtful } from "./doubtful-settings.ts";
import {
  check,
  FRESH_MINUTES,
  LEAST_POOL,
  oidcPrefix,
  oidcProvider,
  settings,
  withoutEmptyValues,
} from "./environment.ts";
import { OperatorError } from "./operator-error.ts";
import { projectRoot } from "./project-root.ts";
import { readSettingsFile } from "./settings-file.ts";

const loopbackHosts = ["127.0.0.1", "::1", "localhost"];

export interface OidcProvider {
  id: string;
  label: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export type Config = ReturnType<typeof readConfig>;

/** How many the embedded PostgreSQL takes: its own default. */
export const EMBEDDED_CONNECTIONS = 100;
// Enough for a university behind one address. With more, the limits would protect nothing.
const MOST_PUBLIC_LIMIT_FACTOR = 100;
// Of the embedded PostgreSQL's connections: its owner's, the supervisor's, three that PostgreSQL
// keeps for superusers, and some for commands and backups that run beside the server.
const OTHER_CONNECTIONS = 10;
const openTo = "PUBLIC_URL is set, HOST is no loopback address or NODE_ENV is production";

/** The settings of this process: its environment, and the project's .env file if there is one. */
export function loadConfig(): Config {
  const file = path.join(projectRoot, ".env");
  const inFile = existsSync(file) ? readSettingsFile(file) : {};
  for (const [name, value] of Object.entries(inFile)) process.env[name] ??= value;
  return readConfig(process.env);
}

/** Reads every setting once. Nothing else in the product reads the environment. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = withoutEmptyValues(environment);
  const env = check(settings, given);
  const production = env.NODE_ENV === "production";
  const embedded = env.DATABASE_URL === undefined;
  const loopback = loopbackHosts.includes(env.HOST);
  // A site that others can reach needs PUBLIC_URL: without NODE_ENV it is still no local site.
  const onlyHere = loopback && env.PUBLIC_URL === undefined && !production;
  const demo = env.DEMO ?? (embedded && onlyHere);
  const wrong: string[] = [];
  if (demo && !onlyHere) {
    wrong.push(`DEMO: must be off where ${openTo}; its passwords are public`);
  }
  if (!embedded && !env.APP_SECRET) {
    wrong.push(
      "APP_SECRET: must be set together with DATABASE_URL, to the same 32 characters or more on every server",
    );
  }
  if (!loopback && !env.PUBLIC_URL) {
    wrong.push(`PUBLIC_URL: must be set when HOST (${env.HOST}) is not a loopback address`);
  }
  if (!onlyHere && env.LIMIT_FACTOR > MOST_PUBLIC_LIMIT_FACTOR) {
    wrong.push(`LIMIT_FACTOR: must be at most ${MOST_PUBLIC_LIMIT_FACTOR} where ${openTo}`);
  }
  if (env.HEADER_SECONDS > env.REQUEST_SECONDS) {
    wrong.push("HEADER_SECONDS: must not be more than REQUEST_SECONDS, which includes the headers");
  }
  const mostConnections = EMBEDDED_CONNECTIONS - OTHER_CONNECTIONS;
  if (embedded && env.WORKERS * env.DATABASE_POOL > mostConnections) {
    const reason = `because the embedded PostgreSQL has ${mostConnections} connections for all workers`;
    const pool = Math.floor(mostConnections / env.WORKERS);
    wrong.push(
      pool < LEAST_POOL
        ? `WORKERS: must be at most ${mostConnections / LEAST_POOL}, ${reason}`
        : `DATABASE_POOL: must be at most ${pool} with WORKERS=${env.WORKERS}, ${reason}`,
    );
  }
  if (env.BACKUP_COMMAND && !env.BACKUP_DIR) {
    wrong.push("BACKUP_DIR: must be set together with BACKUP_COMMAND, which copies what is in it");
  }
  const emailVerification = env.EMAIL_VERIFICATION ?? (env.PUBLIC_URL ? "required" : "off");
  if (env.PUBLIC_URL && !env.SMTP_URL && emailVerification === "required") {
    wrong.push(
      "SMTP_URL: must be set together with PUBLIC_URL, because without mail nobody can confirm an address or replace a password; EMAIL_VERIFICATION=off says that addresses are not proven and belong to whoever registers them first",
    );
  }
  const payments = readPayments(env, onlyHere, wrong);
  const witnessing = readWitnesses(env, wrong);
  if (wrong.length > 0) throw new OperatorError(wrong.join("\n"));

  const freshMinutes = env.FRESH_SIGN_IN_MINUTES;
  return {
    /** What is to be said about them at start. */
    doubtful: findDoubtful(given),
    production,
    /** Only this machine can open the site, so demo people with public passwords are allowed. */
    onlyHere,
    port: env.PORT,
    host: env.HOST,
    workers: env.WORKERS,
    publicUrl: env.PUBLIC_URL,
    /** The addresses of this site. The first is the one that links name. */
    siteUrls: env.PUBLIC_URL ? [env.PUBLIC_URL] : localUrls(env.HOST, env.PORT),
    trustedProxies: env.TRUSTED_PROXIES,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    /** No other server uses the database, so a migration may do what those would not understand. */
    alone: embedded || env.OTHER_SERVERS_STOPPED,
    appSecret: env.APP_SECRET,
    appSecretBefore: env.APP_SECRET_BEFORE,
    signingKeyBefore: env.SIGNING_KEY_BEFORE
      ? Buffer.from(env.SIGNING_KEY_BEFORE, "base64")
      : undefined,
    backupDir: env.BACKUP_DIR,
    backupHours: env.BACKUP_HOURS,
    backupKeep: env.BACKUP_KEEP,
    backupCommand: env.BACKUP_COMMAND,
    backupPassphrase: env.BACKUP_PASSPHRASE,
    readOnlyUntil: env.READ_ONLY_UNTIL,
    witnessing,
    participation: env.PARTICIPATION,
    ballot: env.BALLOT,
    passwordMinLength: env.PASSWORD_MIN_LENGTH ?? (onlyHere ? 6 : 8),
    passwordStrength: env.PASSWORD_STRENGTH ?? (onlyHere ? "any" : "fair"),
    proofOfWork: env.REGISTRATION_PROOF_OF_WORK,
    attemptsPerAddress: env.ATTEMPTS_PER_ADDRESS,
    limitFactor: env.LIMIT_FACTOR,
    shedAfterMs: env.SHED_AFTER_MS,
    maxConnections: env.MAX_CONNECTIONS,
    headerSeconds: env.HEADER_SECONDS,
    requestSeconds: env.REQUEST_SECONDS,
    idleSeconds: env.IDLE_SECONDS,
    drainSeconds: env.DRAIN_SECONDS ?? (onlyHere ? 0 : 5),
    emailVerificationRequired: emailVerification === "required",
    twoFactorForAdmins: env.REQUIRE_TWO_FACTOR === "admins",
    /** Null: a call never asks again. */
    freshMinutes: freshMinutes === "off" ? null : freshMinutes,
    // The specification has no second factors, so whoever wants its plain behaviour loses no guard
    // of them.
    factorFreshMinutes: freshMinutes === "off" ? FRESH_MINUTES : freshMinutes,
    adminEmail: env.ADMIN_EMAIL,
    oidcProviders: (env.OIDC_PROVIDERS?.split(",") ?? []).map((id) => readOidcProvider(id, given)),
    payments,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    newsPerMinute: env.NEWS_PER_MINUTE,
    siteName: env.SITE_NAME,
    siteColour: env.SITE_COLOUR,
    operator: {
      name: env.OPERATOR_NAME ?? null,
      // Also in an environment file that knows no other line breaks.
      address: env.OPERATOR_ADDRESS?.replaceAll("\\n", "\n") ?? null,
      email: env.OPERATOR_EMAIL ?? null,
    },
    demo,
    // The browser is told it, so there is none without the demo.
    demoPassword: demo ? env.DEMO_PASSWORD : undefined,
    corsOrigins: env.CORS_ORIGINS ?? [],
    embed: env.EMBED,
    openDataLicence: env.OPEN_DATA_LICENCE,
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
  };
}

const stripeKeys = [
  "STRIPE_SECRET_KEY",
  "STRIPE_PUBLISHABLE_KEY",
  "STRIPE_WEBHOOK_SECRET",
] as const;

/** Stripe if any of its keys is set: a missing key must not silently switch to the sandbox. */
function readPayments(env: z.output<typeof settings>, onlyHere: boolean, wrong: string[]) {
  const missing = stripeKeys.filter((name) => env[name] === undefined);
  const kind = env.PAYMENT_GATEWAY ?? (missing.length < stripeKeys.length ? "stripe" : "sandbox");
  if (kind === "sandbox") {
    if (!onlyHere && !env.PAYMENT_GATEWAY) {
      wrong.push(
        `PAYMENT_GATEWAY: must be set where ${openTo} and Stripe's keys (${stripeKeys.join(", ")}) are not; the sandbox takes no real money`,
      );
    }
    return { kind };
  }
  for (const name of missing) {
    wrong.push(`${name}: must be set; Stripe needs ${stripeKeys.join(", ")} together`);
  }
  const secretKey = env.STRIPE_SECRET_KEY ?? "";
  const publishableKey = env.STRIPE_PUBLISHABLE_KEY ?? "";
  if (missing.length === 0 && isLive(secretKey) !== isLive(publishableKey)) {
    wrong.push(
      "STRIPE_PUBLISHABLE_KEY: must be of the same mode as STRIPE_SECRET_KEY, both live or both test",
    );
  }
  const webhookSecret = env.STRIPE_WEBHOOK_SECRET ?? "";
  return { kind, secretKey, publishableKey, webhookSecret, apiUrl: env.STRIPE_API_URL };
}

/** `<vkey> <address>`, separated by commas. */
function readWitnesses(env: z.output<typeof settings>, wrong: string[]) {
  const witnesses = (env.WITNESSES?.split(",") ?? []).flatMap((text) => {
    const [vkey = "", address = "", ...rest] = text.trim().split(/\s+/);
    try {
      const url = new URL(address);
      const isSafe =
        url.protocol === "https:" ||
        (url.protocol === "http:" && loopbackHosts.includes(url.hostname.replace(/^\[|\]$/g, "")));
      if (!isSafe || url.username || url.search || url.hash || rest.length > 0) {
        throw new Error(`${address} is not an address with https, or of this machine`);
      }
      return [{ name: parseWitnessKey(vkey).name, vkey, url: url.href.replace(/\/+$/, "") }];
    } catch (error) {
      wrong.push(
        `WITNESSES: expected a key and an address, separated by commas if there are several; ${(error as Error).message}`,
      );
      return [];
    }
  });
  const names = new Set(witnesses.map(({ name }) => name));
  if (names.size < witnesses.length) wrong.push("WITNESSES: two of them have the same name");
  const quorum = env.WITNESS_QUORUM ?? (witnesses.length && Math.floor(witnesses.length / 2) + 1);
  if (quorum > witnesses.length) {
    wrong.push(`WITNESS_QUORUM: must be at most ${witnesses.length}, as WITNESSES are`);
  }
  return { witnesses, quorum, waitMs: env.WITNESS_SECONDS * 1_000 };
}

/** A local site can be opened under several names. */
function localUrls(host: string, port: number): string[] {
  return [...new Set([host, "127.0.0.1", "localhost"])].map((name) => {
    const shown = name.includes(":") ? `[${name}]` : name;
    return `http://${shown}:${port}`;
  });
}

function isLive(key: string): boolean {
  return key.includes("_live_");
}

/** Where an OpenID Connect issuer says what it offers. */
export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}

function readOidcProvider(id: string, given: Record<string, string>): OidcProvider {
  const prefix = oidcPrefix(id);
  const own = Object.entries(given).filter(([name]) => name.startsWith(prefix));
  const named = Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]));
  const provider = check(oidcProvider, named, prefix);
  return {
    id,
    label: provider.LABEL ?? id,
    issuer: provider.ISSUER,
    clientId: provider.CLIENT_ID,
    clientSecret: provider.CLIENT_SECRET,
  };
}
