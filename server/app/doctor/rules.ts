import { isTooOld, TOO_OLD } from "../../database/migrate.ts";
import type { Config } from "../../process/config.ts";
import { type Finding, ok, problem, warning } from "./findings.ts";

// What is fine and what is not, and in one sentence what to do. Pure, so that it is easy to test.

/** Also logged when such a site starts. */
export const UNCONFIRMED =
  "Nobody has to confirm their e-mail: an address belongs to whoever registers it first, and anybody can vote with anybody's. Set PUBLIC_URL and SMTP_URL, and leave EMAIL_VERIFICATION unset.";

/** Settings that are allowed, but that somebody may not have meant. */
export function judgeSettings(config: Config): Finding[] {
  const found = [ok("Every setting is valid."), ...config.doubtful.map(warning)];
  if (config.onlyHere) return found;
  const { publicUrl, trustedProxies, smtpUrl, payments } = config;
  if (!publicUrl) {
    found.push(warning("PUBLIC_URL is not set: mails would link to localhost. Set it."));
  } else if (!publicUrl.startsWith("https:")) {
    found.push(warning("PUBLIC_URL has no https: passwords can be read on the way. Use TLS."));
  } else if (!trustedProxies) {
    found.push(
      warning(
        "PUBLIC_URL has https, so a proxy is in front, but TRUSTED_PROXIES does not name it: all callers share one limit. Set TRUSTED_PROXIES.",
      ),
    );
  }
  if (!smtpUrl) {
    found.push(
      warning("SMTP_URL is not set: mails are printed to the log, links included. Set it."),
    );
  }
  if (!config.emailVerificationRequired) found.push(warning(UNCONFIRMED));
  if (payments.kind === "sandbox") {
    found.push(warning("The sandbox takes payments: no money moves. Set Stripe's keys."));
  }
  if (!config.operator.name || !config.operator.address) {
    found.push(
      warning(
        "The pages about privacy, terms and refunds name no operator: set OPERATOR_NAME and OPERATOR_ADDRESS.",
      ),
    );
  }
  if (!config.backupDir) {
    found.push(warning("BACKUP_DIR is not set: unless something else backs up this site, set it."));
  }
  return found;
}

/** `min` as in package.json: ">=20.19". */
export function judgeNode(version: string, min: string): Finding {
  const [major = 0, minor = 0] = version.replace("v", "").split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = min.replace(">=", "").split(".").map(Number);
  const enough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  return enough
    ? ok(`Node ${version}.`)
    : problem(`Node ${version} is too old: install ${min} or later.`);
}

// Besides connections: files of the site, connections to the database, logs.
const OTHER_FILES = 500;

export function judgeOpenFiles(limit: number, maxConnections: number): Finding {
  const needed = maxConnections + OTHER_FILES;
  return limit >= needed
    ? ok(`${limit} files may be open.`)
    : warning(
        `Only ${limit} files may be open here, and MAX_CONNECTIONS=${maxConnections} needs ${needed}: raise the limit (LimitNOFILE= in systemd, ulimit -n), or lower MAX_CONNECTIONS.`,
      );
}

const GIB = 2 ** 30;

export function judgeSpace(name: string, { free, size }: { free: number; size: number }): Finding {
  const share = free / size;
  const text = `The disk of ${name} has ${(free / GIB).toFixed(1)} GiB free, ${Math.floor(share * 100)} %`;
  if (free < GIB / 4 || share < 0.02) {
    return problem(`${text}: the database stops when it is full. Make room now.`);
  }
  if (free < 2 * GIB || share < 0.1) return warning(`${text}. Make room soon.`);
  return ok(`${text}.`);
}

/** A group may be allowed to read it on purpose. */
export function judgeSecretFile(file: string, mode: number): Finding {
  return (mode & 0o007) === 0
    ? ok(`Not everybody can read ${file}.`)
    : problem(`Everybody on this machine can read ${file}, and sign in as anybody: chmod 600.`);
}

/** `ageHours` is null if there is none. */
export function judgeBackup(ageHours: number | null, everyHours: number): Finding {
  if (ageHours === null) {
    return problem("There is no backup in BACKUP_DIR: look for 'backup' in the server's log.");
  }
  const text = `The last backup is ${ageHours.toFixed(1)} hours old`;
  if (ageHours < everyHours * 1.2) return ok(`${text}.`);
  const rest = `${text}, and BACKUP_HOURS is ${everyHours}: look for 'backup' in the server's log.`;
  return ageHours < everyHours * 3 ? warning(rest) : problem(rest);
}

/** `seconds` is how far this machine's clock is ahead of the other. */
export function judgeClock(other: string, seconds: number, blur = 0): Finding {
  const off = Math.max(0, Math.abs(seconds) - blur);
  const text = `The clock is ${Math.abs(seconds).toFixed(1)} s ${seconds < 0 ? "behind" : "ahead of"} that of ${other}`;
  if (off < 2) return ok(`${text}.`);
  const rest = `${text}: closing times, codes and tokens are off by it. Run NTP on both.`;
  return off < 30 ? warning(rest) : problem(rest);
}

export function judgeMigrations(files: string[], applied: string[]): Finding {
  const pending = files.filter((name) => !applied.includes(name));
  if (isTooOld(applied)) return problem(TOO_OLD);
  const unknown = applied.filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    return problem(
      `The database has migrations that this version does not know (${unknown.join(", ")}): it belongs to a newer version. Start that one.`,
    );
  }
  if (applied.length === 0) {
    return warning(
      "The database has no tables of this site yet: the first start creates them. If there should be some, it is the wrong database.",
    );
  }
  return pending.length > 0
    ? warning(
        `Not applied yet: ${pending.join(", ")}. Back up, then start the server, which does it.`,
      )
    : ok("All migrations are applied.");
}

export interface DatabaseFacts {
  version: string;
  isStandby: boolean;
  /** As in pg_settings. */
  settings: Record<string, string>;
  /** The median of some empty queries. */
  latencyMs: number;
}

// Lost connections, commands, backups and an operator's psql.
const SPARE_CONNECTIONS = 5;

export function judgeDatabase(facts: DatabaseFacts, connections: number): Finding[] {
  const { version, isStandby, settings, latencyMs } = facts;
  const found: Finding[] = [];
  const answer = `PostgreSQL ${version} answers in ${latencyMs.toFixed(1)} ms`;
  if (latencyMs > 20) {
    found.push(warning(`${answer}: each call needs several answers. Move them closer together.`));
  } else found.push(ok(`${answer}.`));
  if (isStandby) {
    found.push(
      problem("It is a standby, which takes no writes: DATABASE_URL must name the primary."),
    );
  }
  for (const name of ["fsync", "full_page_writes"]) {
    if (settings[name] !== "off") continue;
    found.push(problem(`${name} is off: a crash can destroy the database. Turn it on.`));
  }
  if (settings.synchronous_commit === "off") {
    found.push(
      warning("synchronous_commit is off: a crash loses votes that were confirmed. Turn it on."),
    );
  }
  for (const name of ["autovacuum", "track_counts"]) {
    if (settings[name] !== "off") continue;
    found.push(warning(`${name} is off: queries get slower by the day. Turn it on.`));
  }
  const most =
    Number(settings.max_connections) - Number(settings.superuser_reserved_connections ?? 3);
  if (connections + SPARE_CONNECTIONS > most) {
    found.push(
      warning(
        `It takes ${most} connections, and this server alone opens up to ${connections} (DATABASE_POOL × WORKERS): raise max_connections or lower DATABASE_POOL.`,
      ),
    );
  }
  return found;
}

/** What Stripe answered to a call with the secret key. */
export function judgeStripe(
  { secretKey, webhookSecret }: { secretKey: string; webhookSecret: string },
  publicUrl: string | undefined,
  status: number,
): Finding[] {
  const found: Finding[] = [];
  if (status === 401) {
    found.push(
      problem("Stripe does not know STRIPE_SECRET_KEY: copy it from the dashboard again."),
    );
  } else if (status === 403) {
    found.push(problem("STRIPE_SECRET_KEY may not use PaymentIntents: give it that right."));
  } else if (status !== 200) {
    found.push(warning(`Stripe answered ${status}: try again later, and look at its status page.`));
  } else found.push(ok("Stripe accepts the key."));
  const live = secretKey.includes("_live_");
  if (!live && publicUrl?.startsWith("https:")) {
    found.push(warning("Stripe's keys are test keys: no money moves. Set the live ones."));
  }
  if (live && !publicUrl?.startsWith("https:")) {
    found.push(
      warning("Stripe's keys are live, but the site has no https address: use test keys."),
    );
  }
  if (!/^whsec_[\w+/=-]{24,}$/.test(webhookSecret)) {
    found.push(
      warning("STRIPE_WEBHOOK_SECRET is too short: copy the endpoint's signing secret again."),
    );
  }
  return found;
}
