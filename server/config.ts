import { z } from "zod";
import { passwordStrengths } from "../contract/passwords.ts";
import { gatewayKinds } from "../contract/payments.ts";
import { participations } from "../contract/permissions.ts";
import { proofModes } from "../contract/proof-of-work.ts";

const onOff = z.enum(["on", "off"]).transform((value) => value === "on");
const webAddress = z.url({ protocol: /^https?$/ });
const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: `expected a whole number from ${min} to ${max}` })
    .int(`expected a whole number from ${min} to ${max}`)
    .min(min, `expected at least ${min}`)
    .max(max, `expected at most ${max}`);
/** Of two keys that were mixed up, one would be shown to every browser. */
const keyLike = (form: RegExp, start: string) =>
  z.string().regex(form, `expected a key that starts with ${start}`).optional();
const loopbackHosts = ["127.0.0.1", "::1", "localhost"];

const settings = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  /** The address people type. Needed as soon as it is not the loopback address and port. */
  PUBLIC_URL: webAddress.optional(),
  /** Addresses of the reverse proxies that may be believed about who calls, e.g. `loopback`. */
  TRUSTED_PROXIES: z.string().optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Connections per server process; the micro-batcher needs few. */
  DATABASE_POOL: wholeNumber(2, 200).default(10),
  /** Signs access tokens and sessions. The embedded default makes and keeps its own. */
  APP_SECRET: z.string().min(32).optional(),
  PARTICIPATION: z.enum(participations).default("registered"),
  /** Without it: the 6 of the specification's provider on a local site, 8 on any other. */
  PASSWORD_MIN_LENGTH: wholeNumber(6, 64).optional(),
  /** How hard to guess a new password must be. Without it: `any` on a local site, else `fair`. */
  PASSWORD_STRENGTH: z.enum(passwordStrengths).optional(),
  /** Whether a browser has to do some work before it may register. */
  REGISTRATION_PROOF_OF_WORK: z.enum(proofModes).default("busy"),
  /** Log-ins, registrations and mails that one address may ask for, each per minute. */
  ATTEMPTS_PER_ADDRESS: wholeNumber(1, 100_000).default(30),
  /**
   * Multiplies all limits but those that guard one account. For tests, measurements, and places
   * where very many people share one address.
   */
  LIMIT_FACTOR: wholeNumber(1, 1_000_000).default(1),
  /**
   * How long the event loop or the database may lag before new calls are refused with 503. A person
   * still takes a second for an answer; past it the queue would only grow.
   */
  SHED_AFTER_MS: wholeNumber(50, 600_000).default(1_000),
  /** Open connections at once; each live result is one. More are closed as soon as they come. */
  MAX_CONNECTIONS: wholeNumber(10, 1_000_000).default(10_000),
  /** Headers are a few kB: only somebody who holds a connection on purpose takes longer. */
  HEADER_SECONDS: wholeNumber(1, 300).default(10),
  /** A whole request, 64 kB at the most. A caller that takes longer to send it is not a person. */
  REQUEST_SECONDS: wholeNumber(1, 600).default(30),
  /**
   * A connection on which nothing moves, be it between requests or in the middle of an answer.
   * Longer than the 60 seconds of common proxies, so that they never send into a closed one; live
   * results speak every 20 seconds.
   */
  IDLE_SECONDS: wholeNumber(30, 3600).default(75),
  EMAIL_VERIFICATION: z.enum(["optional", "required"]).default("optional"),
  /** `admins` lets nobody act as an admin without a second factor. */
  REQUIRE_TWO_FACTOR: z.enum(["off", "admins"]).default("off"),
  /** How long after signing in an admin may change roles and delete people without being asked. */
  FRESH_SIGN_IN_MINUTES: z.coerce.number().min(0.1).max(1440).default(30),
  ADMIN_EMAIL: z.string().toLowerCase().pipe(z.email()).optional(),
  /** Names of OpenID Connect issuers; each name has its own OIDC_<NAME>_… settings. */
  OIDC_PROVIDERS: z
    .string()
    .regex(/^[a-z0-9-]+(,[a-z0-9-]+)*$/)
    .optional(),
  /** Who takes the money. Without it: Stripe if it has its keys, else the sandbox. */
  PAYMENT_GATEWAY: z.enum(gatewayKinds).optional(),
  STRIPE_SECRET_KEY: keyLike(/^[sr]k_/, "sk_ or rk_"),
  STRIPE_PUBLISHABLE_KEY: keyLike(/^pk_/, "pk_"),
  STRIPE_WEBHOOK_SECRET: keyLike(/^whsec_/, "whsec_"),
  /** Another address of Stripe's API, for tests and proxies. */
  STRIPE_API_URL: webAddress.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default("Survey Website <no-reply@localhost>"),
  DEMO: onOff.optional(),
  DEMO_PASSWORD: z.string().min(6).max(128).default("demo1234"),
  /** Other web addresses whose pages may call this server. */
  CORS_ORIGINS: z
    .string()
    .transform((list) => list.split(",").map((origin) => origin.trim()))
    .pipe(z.array(webAddress))
    .optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
});

const oidcProvider = z.object({
  ISSUER: webAddress,
  CLIENT_ID: z.string().min(1),
  CLIENT_SECRET: z.string().min(1),
  LABEL: z.string().min(1).max(40).optional(),
});

export interface OidcProvider {
  id: string;
  label: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export type Config = ReturnType<typeof readConfig>;

// Enough for a university behind one address; more is as good as no limits.
const MOST_PUBLIC_LIMIT_FACTOR = 100;
const openTo = "PUBLIC_URL is set, HOST is no loopback address or NODE_ENV is production";

/** Thrown with one line per bad setting: its name, and what was expected. */
export class ConfigError extends Error {}

/** Reads every setting once. Nothing else in the product looks at the environment. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = withoutEmptyValues(environment);
  const env = check(settings, given);
  const production = env.NODE_ENV === "production";
  const embedded = env.DATABASE_URL === undefined;
  const loopback = loopbackHosts.includes(env.HOST);
  // Whoever forgets NODE_ENV still has to name the address that people type.
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
  const payments = readPayments(env, onlyHere, wrong);
  if (wrong.length > 0) throw new ConfigError(wrong.join("\n"));

  return {
    production,
    /** Nobody but this machine can open it: what has public passwords may exist here alone. */
    onlyHere,
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    appSecret: env.APP_SECRET,
    participation: env.PARTICIPATION,
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
    emailVerificationRequired: env.EMAIL_VERIFICATION === "required",
    twoFactorForAdmins: env.REQUIRE_TWO_FACTOR === "admins",
    freshMinutes: env.FRESH_SIGN_IN_MINUTES,
    adminEmail: env.ADMIN_EMAIL,
    oidcProviders: (env.OIDC_PROVIDERS?.split(",") ?? []).map((id) => readOidcProvider(id, given)),
    payments,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    demo,
    demoPassword: env.DEMO_PASSWORD,
    corsOrigins: env.CORS_ORIGINS ?? [],
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
  };
}

const stripeKeys = [
  "STRIPE_SECRET_KEY",
  "STRIPE_PUBLISHABLE_KEY",
  "STRIPE_WEBHOOK_SECRET",
] as const;

/** Stripe as soon as one of its keys is there; the sandbox never takes its place unasked. */
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

function isLive(key: string): boolean {
  return key.includes("_live_");
}

function readOidcProvider(id: string, given: Record<string, string>): OidcProvider {
  const prefix = `OIDC_${id.toUpperCase().replaceAll("-", "_")}_`;
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

/** `PORT=` in an .env file means the same as no PORT. */
function withoutEmptyValues(environment: Record<string, string | undefined>) {
  const filled = Object.entries(environment).filter((entry) => entry[1]?.trim());
  return Object.fromEntries(filled) as Record<string, string>;
}

function check<Schema extends z.ZodObject>(
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
  throw new ConfigError(lines.join("\n"));
}

function hideSecret(name: string, value: string): string {
  return /SECRET|TOKEN|PASSWORD|KEY|URL/.test(name) ? "…" : value;
}
