import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Language } from "../../../words/generated/languages.ts";
import type { Database } from "../../database/connect.ts";
import { withRetry } from "../../database/retry.ts";
import { type Every, pauseAfter } from "../../process/every.ts";
import { mailLanguage } from "../../process/words.ts";
import type { Mail, MailServer } from "./mail-server.ts";
import {
  addSealed,
  delay,
  findMailbox,
  hasAccount,
  type Kinds,
  noteBounce,
  remove,
  takeDue,
  type Waiting,
} from "./queries.ts";
import { openText, sealText } from "./sealing.ts";

// What a transaction has added, and what failed before, is looked for this often: one short query.
const LOOK_EVERY_MS = 1_000;
// At once, so that one slow mail server does not get hundreds of connections.
const MAILS_AT_ONCE = 5;
// Longer than a mail server may take for one mail.
const LEASE_MS = 5 * 60_000;
// After three days, which is what mail servers themselves use at least, nobody waits for the mail any more.
const GIVEN_UP_MS = 3 * 24 * 3_600_000;

// Of people's mail servers; the least recently asked is forgotten.
const DOMAINS_MAX = 1_000;
const RESTING = { forGood: false, why: { reason: "the domain takes no more mails just now" } };

/**
 * A mail, or what reads and writes it. The call that causes it is answered meanwhile, so its time
 * does not tell whether there was something to read.
 */
export type Letter = Mail | (() => Promise<Mail>);

/** `delayed`: it is tried again. `failed`: it is not. */
export type MailResult = "sent" | "delayed" | "failed";

/** Writes mails of one kind, in the reader's language. Undefined if there is nothing to tell any more. */
export type Writer<Kind extends keyof Kinds> = (
  db: Database,
  about: Kinds[Kind],
  reader: { userId: string; language: Language },
) => Promise<Omit<Mail, "to" | "language"> | undefined>;

interface Deps {
  db: Database;
  /** Encrypts mails of the identity provider while they wait. */
  key: Buffer;
  mailServer: MailServer;
  /** Each slice has those of its own. */
  writers: { [Kind in keyof Kinds]: Writer<Kind> };
  log: { error: (fields: object, message: string) => void };
  /** Told the outcome of each try. */
  count?: (result: MailResult) => void;
}

export type Mailer = ReturnType<typeof createMailer>;

export function createMailer({ db, key, mailServer, writers, log, count = () => {} }: Deps) {
  /** Undefined if nobody is to be told any more. */
  async function write({ kind, user_id, about, sealed }: Waiting): Promise<Mail | undefined> {
    if (sealed) {
      const text = openText(sealed, key);
      if (!text) log.error({}, "a mail was written with another APP_SECRET and can't be sent");
      const mail: Mail | null = text && JSON.parse(text);
      return mail && (await hasAccount(db, mail.to)) ? mail : undefined;
    }
    const mailbox = await findMailbox(db, user_id);
    if (!mailbox || !user_id) return undefined;
    const language = mailLanguage(mailbox.language);
    // A kind that only a later version has fails here, and waits for a server of that version.
    const writer = writers[kind as keyof Kinds] as Writer<keyof Kinds>;
    const written = await writer(db, about as Kinds[keyof Kinds], { userId: user_id, language });
    return written && { to: mailbox.to, language, ...written };
  }

  // The names after the @ whose servers want fewer mails. Nobody needs to know them after a restart.
  const resting = new LRUCache<string, { until: number; tries: number }>({ max: DOMAINS_MAX });

  /** Only news wait for a domain: they are many, and nobody waits for them. */
  async function attempt(row: Waiting) {
    const mail = await write(row);
    if (!mail) return undefined;
    const domain = row.kind === "news" && mail.to.slice(mail.to.lastIndexOf("@") + 1);
    const rest = domain ? resting.get(domain) : undefined;
    if (rest && rest.until > Date.now()) return { ...RESTING, pauseMs: rest.until - Date.now() };
    const failure = await mailServer(mail, row.id);
    if (!failure) count("sent");
    if (domain && !failure) resting.delete(domain);
    if (domain && failure?.by === "domain") {
      const tries = (rest?.tries ?? 0) + 1;
      resting.set(domain, { tries, until: Date.now() + pauseAfter(tries) });
    }
    const isOver = !failure || failure.by === "address";
    if (row.user_id && isOver) await noteBounce(db, row.user_id, failure?.by === "address");
    return failure;
  }

  async function deliver(row: Waiting): Promise<void> {
    const { id, kind, created_at, tries } = row;
    const failure: (Awaited<ReturnType<typeof attempt>> & { pauseMs?: number }) | undefined =
      await attempt(row).catch((err) => ({ forGood: false, why: { err } }));
    if (failure) {
      const isLast = failure.forGood || Date.now() - created_at.getTime() > GIVEN_UP_MS;
      count(isLast ? "failed" : "delayed");
      const message = isLast ? "mail not sent" : "mail not sent yet, will be tried again";
      log.error({ ...failure.why, kind }, message);
      if (!isLast) return delay(db, id, failure.pauseMs ?? pauseAfter(tries));
    }
    // If this fails, the mail is sent again.
    await withRetry(() => remove(db, id));
  }

  /**
   * Until none is due and all are sent. One that is stuck keeps its place and no other's: while it is
   * under way, the next are looked for. What is left when the server stops is sent by the next one.
   */
  async function deliverDue(signal?: AbortSignal): Promise<void> {
    const underWay = new Set<Promise<void>>();
    while (!signal?.aborted) {
      const limit = MAILS_AT_ONCE - underWay.size;
      const rows = await takeDue(db, { limit, leaseMs: LEASE_MS });
      for (const row of rows) {
        const delivery = deliver(row).finally(() => underWay.delete(delivery));
        underWay.add(delivery);
      }
      if (underWay.size === 0) return;
      await Promise.race([...underWay, pause(LOOK_EVERY_MS, undefined, { ref: false })]);
    }
    await Promise.all(underWay);
  }

  const unwritten = new Set<Promise<void>>();
  const close = async () => void (await Promise.all(unwritten));
  let job: ReturnType<Every> = { now: () => deliverDue() };
  let round = Promise.resolve();
  return {
    deliverDue,
    /** Returns at once, so that no request waits and its time does not tell whether there is a mail. */
    send(letter: Letter): void {
      const mail = typeof letter === "function" ? letter() : Promise.resolve(letter);
      const writing = mail
        .then((written) => addSealed(db, sealText(JSON.stringify(written), key)))
        .then(() => {
          round = job.now();
        })
        .catch((error: unknown) => log.error({ err: error }, "mail lost"))
        .finally(() => unwritten.delete(writing));
      unwritten.add(writing);
    },
    /**
     * Every process does it, and whichever comes first takes a mail. It rests while the site is
     * read-only: a site that is moved would send from both places.
     */
    start(every: Every): void {
      job = every(LOOK_EVERY_MS, deliverDue, {
        name: "mails",
        failure: "the outbox was not read, will be retried",
        atOnce: true,
        lastly: true,
      });
    },
    /** Waits until the mails of the last requests are written. */
    close,
    /** For tests: waits until they are sent. */
    settled: () => close().then(() => round),
  };
}
