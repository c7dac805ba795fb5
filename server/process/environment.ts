import path from "node:path";
import { compile } from "@fastify/proxy-addr";
import { z } from "zod";
import { ballotKinds } from "../../contract/ballot-kinds.ts";
import { brandColour, siteName } from "../../contract/brand.ts";
import { OPERATOR_ADDRESS_MAX, OPERATOR_NAME_MAX } from "../../contract/brand-limits.ts";
import { passwordStrengths } from "../../contract/passwords.ts";
import { gatewayKinds } from "../../contract/payments.ts";
import { participations } from "../../contract/permissions.ts";
import { challengeModes } from "../../contract/proof-of-work.ts";
import { openLicences } from "../../contract/transparency.ts";
import { OperatorError } from "./operator-error.ts";

/** As long as an admin works through a list, shorter than a lunch break. */
export const FRESH_MINUTES = 30;

const onOff = z.enum(["on", "off"]).transform((value) => value === "on");
const webAddress = z.url({ protocol: /^https?$/ });
const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: `expected a whole number from ${min} to ${max}` })
    .int(`expected a whole number from ${min} to ${max}`)
    .min(min, `expected at least ${min}`)
    .max(max, `expected at most ${max}`);
/** Checks the prefix: a secret key in place of the public one would be sent to every browser. */
const keyLike = (form: RegExp, start: string) =>
  z.string().regex(form, `expected a key that starts with ${start}`).optional();

/**
 * NIST's minimum for a passphrase that is the only protection (SP 800-63B-4). Whoever has the file can
 * guess without limit.
 */
export const SHORTEST_PASSPHRASE = 15;

// With one connection, a long transaction would stop every other request.
export const LEAST_POOL = 2;

/** Every environment variable, its form and its default. `config.ts` derives the rest from them. */
export const settings = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  /**
   * Processes that serve this port together. More than one per core gains nothing, and a machine
   * with more than 64 cores is limited by its one PostgreSQL first.
   */
  WORKERS: wholeNumber(1, 64).default(1),
  /** The address that people type. Required unless it is the loopback address and port. */
  PUBLIC_URL: webAddress.optional(),
  /** Reverse proxies that are trusted to report the caller's address, e.g. `loopback`. */
  TRUSTED_PROXIES: z
    .string()
    .refine(
      isListOfProxies,
      "expected addresses, ranges such as 10.0.0.0/8, or loopback, separated by commas",
    )
    .optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "expected an address that starts with postgres:// or postgresql://",
    })
    .optional(),
  /** Connections per server process. A few are enough, because statements are batched. */
  DATABASE_POOL: wholeNumber(LEAST_POOL, 200).default(10),
  /** For one start: lets a migration run that no server of the version before may run beside. */
  OTHER_SERVERS_STOPPED: onOff.default(false),
  /** Signs access tokens and sessions. With the embedded database, one is created and stored. */
  APP_SECRET: z.string().min(32).optional(),
  /** The secret before it was changed: its key for public records introduces the new one. */
  APP_SECRET_BEFORE: z.string().min(32).optional(),
  /** The public key before, as `/record/keys` lists it, if its secret was lost or stolen. */
  SIGNING_KEY_BEFORE: z
    .string()
    // An Ed25519 key: 32 bytes.
    .regex(/^[A-Za-z0-9+/]{43}=$/, { error: "must be a key as /record/keys lists it" })
    .optional(),
  /** Who watches the site's log: a key and an address each, for example `w+1a2b3c4d+BA… https://w.example`. */
  WITNESSES: z.string().optional(),
  /** How many of them are enough. More than half unless set. */
  WITNESS_QUORUM: wholeNumber(1, 100).optional(),
  /** How much later a checkpoint of the log may be served because of them. Rounds are a minute apart. */
  WITNESS_SECONDS: wholeNumber(1, 50).default(10),
  /** Where the server keeps backups that it writes by itself. Without it, it writes none. */
  BACKUP_DIR: z.string().min(1).optional(),
  /** How long after a backup the next one is written. */
  BACKUP_HOURS: wholeNumber(1, 24 * 31).default(24),
  /** How many backups are kept there; older ones are deleted after each new one. */
  BACKUP_KEEP: wholeNumber(1, 1_000).default(7),
  /** A program that copies each of them elsewhere; it gets the file's path and nothing else. */
  BACKUP_COMMAND: z
    .string()
    .refine(path.isAbsolute, "expected the whole path of a program, without arguments")
    .optional(),
  /** Seals the secret in a backup that is written with it. */
  BACKUP_PASSPHRASE: z.string().min(SHORTEST_PASSPHRASE).optional(),
  /** Read-only until then: for work on the site that goes on after a restart. */
  READ_ONLY_UNTIL: z.iso
    .datetime({
      offset: true,
      error: "expected a time with its zone, such as 2026-11-17T22:30:00Z",
    })
    .transform((time) => new Date(time))
    .optional(),
  PARTICIPATION: z.enum(participations).default("registered"),
  /** What the form for a new survey begins with; programs that name none get named votes. */
  BALLOT: z.enum(ballotKinds).default("named"),
  /** Default: the specified 6 on a local site, 8 on any other. */
  PASSWORD_MIN_LENGTH: wholeNumber(6, 64).optional(),
  /** How hard to guess a new password must be. Default: `any` on a local site, else `fair`. */
  PASSWORD_STRENGTH: z.enum(passwordStrengths).optional(),
  /** Whether a browser has to compute a proof of work before it may register. */
  REGISTRATION_PROOF_OF_WORK: z.enum(challengeModes).default("busy"),
  /** Log-ins, registrations and mails that one address may request, each per minute. */
  ATTEMPTS_PER_ADDRESS: wholeNumber(1, 100_000).default(30),
  /**
   * Multiplies all limits except those that protect one account. For tests, measurements, and
   * places where very many people share one address.
   */
  LIMIT_FACTOR: wholeNumber(1, 1_000_000).default(1),
  /**
   * How long the event loop or the database may lag before new calls are refused with 503. People
   * accept an answer after a second; with a longer lag the queue only grows.
   */
  SHED_AFTER_MS: wholeNumber(50, 600_000).default(1_000),
  /** Open connections at once; each live result is one. Further ones are closed immediately. */
  MAX_CONNECTIONS: wholeNumber(10, 1_000_000).default(10_000),
  /** Headers are a few kB; only an attacker who holds connections open needs longer. */
  HEADER_SECONDS: wholeNumber(1, 300).default(10),
  /** A whole request, at most 64 kB. Even a slow connection sends that in less time. */
  REQUEST_SECONDS: wholeNumber(1, 600).default(30),
  /**
   * A connection without traffic, between requests or within an answer. Longer than the 60 seconds
   * of common proxies, so that they never send into a closed connection; live results send
   * something every 20 seconds.
   */
  IDLE_SECONDS: wholeNumber(30, 3600).default(75),
  /**
   * How long calls are still served after `/readyz` has turned to 503. Longer than a load balancer
   * needs to notice. Default: 0 on a local site, else 5.
   */
  DRAIN_SECONDS: wholeNumber(0, 600).optional(),
  /**
   * With `off`, an address belongs to whoever registers it first. Default: `required` with
   * PUBLIC_URL, else `off`.
   */
  EMAIL_VERIFICATION: z.enum(["required", "off"]).optional(),
  /** With `admins`, nobody can act as an admin without a second factor. */
  REQUIRE_TWO_FACTOR: z.enum(["off", "admins"]).default("off"),
  /** How long after signing in an admin may change roles and delete people; `off` for any time. */
  FRESH_SIGN_IN_MINUTES: z
    .literal("off")
    .or(z.coerce.number().min(0.1).max(1440))
    .default(FRESH_MINUTES),
  ADMIN_EMAIL: z.string().toLowerCase().pipe(z.email()).optional(),
  /** Names of OpenID Connect issuers; each name has its own OIDC_<NAME>_… settings. */
  OIDC_PROVIDERS: z
    .string()
    .regex(/^[a-z0-9-]+(,[a-z0-9-]+)*$/)
    .optional(),
  /** Who processes payments. Default: Stripe if its keys are set, else the sandbox. */
  PAYMENT_GATEWAY: z.enum(gatewayKinds).optional(),
  STRIPE_SECRET_KEY: keyLike(/^[sr]k_/, "sk_ or rk_"),
  STRIPE_PUBLISHABLE_KEY: keyLike(/^pk_/, "pk_"),
  STRIPE_WEBHOOK_SECRET: keyLike(/^whsec_/, "whsec_"),
  /** Another address for Stripe's API, for tests and proxies. */
  STRIPE_API_URL: webAddress.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Who sends mails. Without a name before the address, it is the site's. */
  MAIL_FROM: z.string().min(3).default("no-reply@localhost"),
  /** How many people get a mail of news each minute. Mail servers refuse whoever sends too many. */
  NEWS_PER_MINUTE: wholeNumber(1, 100_000).default(600),
  /** What the site calls itself, unless admins have named it. */
  SITE_NAME: siteName.optional(),
  /** Of its buttons and links. */
  SITE_COLOUR: z
    .string()
    .refine(
      (colour) => brandColour.safeParse(colour).success,
      "expected a colour such as #3a33c4 that is not nearly grey, which nobody could tell from text",
    )
    .toLowerCase()
    .optional(),
  /** Who runs the site, for the pages about privacy, terms and refunds. Each fits on a letter. */
  OPERATOR_NAME: z.string().max(OPERATOR_NAME_MAX).optional(),
  OPERATOR_ADDRESS: z.string().max(OPERATOR_ADDRESS_MAX).optional(),
  OPERATOR_EMAIL: z.email().optional(),
  DEMO: onOff.optional(),
  DEMO_PASSWORD: z.string().min(6).max(128).default("demo1234"),
  /** Other web origins whose pages may call this server. */
  CORS_ORIGINS: z
    .string()
    .transform((list) => list.split(",").map((origin) => origin.trim()))
    .pipe(z.array(webAddress))
    .optional(),
  /** Whether other sites may show surveys in a frame. */
  EMBED: onOff.default(true),
  /** Under which results that everybody may see can be downloaded. */
  OPEN_DATA_LICENCE: z.enum(openLicences).default("CC-BY-4.0"),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
});

function isListOfProxies(list: string): boolean {
  try {
    compile(list.split(",").map((name) => name.trim()));
    return true;
  } catch {
    return false;
  }
}

/** The settings of one of the OIDC_PROVIDERS, without their prefix. */
export const oidcProvider = z.object({
  ISSUER: webAddress,
  CLIENT_ID: z.string().min(1),
  CLIENT_SECRET: z.string().min(1),
  LABEL: z.string().min(1).max(40).optional(),
});

/** What the names of those settings begin with. */
export function oidcPrefix(id: string): string {
  return `OIDC_${id.toUpperCase().replaceAll("-", "_")}_`;
}

/** `PORT=` in an .env file means the same as no PORT at all. */
export function withoutEmptyValues(environment: Record<string, string | undefined>) {
  const filled = Object.entries(environment).filter((entry) => entry[1]?.trim());
  return Object.fromEntries(filled) as Record<string, string>;
}

/** The settings as the schema parses them, or an `OperatorError` with a line for each invalid one. */
export function check<Schema extends z.ZodObject>(
  schema: Schema,
  given: Record<string, string>,
  prefix = "",
): z.output<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    const value = given[name];
    const shown = value === undefined ? "it is not set" : `it is "${hideSecret(name, value)}"`;
    return `${prefix}${name}: ${issue.message}; ${shown}`;
  });
  throw new OperatorError(lines.join("\n"));
}

function hideSecret(name: string, value: string): string {
  return /SECRET|TOKEN|PASSWORD|PASSPHRASE|KEY|URL/.test(name) ? "…" : value;
}
