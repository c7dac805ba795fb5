import type { CallLimit, Route } from "../../../contract/route.ts";
import type { NetworkLevel } from "./network.ts";

interface Window {
  max: number;
  seconds: number;
}

export interface Limit {
  /**
   * What it counts by.
   * - `address`: a network address; for IPv6 also the networks around it (`NETWORK_TIMES`)
   * - `person`: somebody who is logged in
   * - `token`: a program's token
   * - `account`: an account that others can act on, for example by guessing its password
   */
  by: "address" | "person" | "token" | "account";
  /**
   * `true`: counted in the database, for all servers together, with one statement for all windows.
   * `false`: counted in the memory of each server, for all its workers together. This is almost
   * free, so it suits frequent and cheap calls; n servers together allow up to n times as many.
   */
  shared: boolean;
  windows: Window[];
}

/**
 * How many times as much as one address the whole of a wider IPv6 network may do. What a narrower
 * network is refused for does not count in the wider ones, so nobody can close them to others.
 * - `/56`: many providers give one to each household and small office, which is then what one
 *   address is in IPv4. Twice, because elsewhere it is a row of customers with a /64 each.
 * - `/48`: a company, a university, or some thousands of phones; but also what anybody gets for
 *   nothing from a tunnel broker. Eight times, so that such a person has 1,600 voters a day and not
 *   13 million.
 */
export const NETWORK_TIMES: Record<NetworkLevel, number> = { address: 1, "/56": 2, "/48": 8 };

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Every limit of the product that protects people and data; `budgets.ts` has those that protect the
 * server. Refused attempts count too. `attempts` is ATTEMPTS_PER_ADDRESS;
 * LIMIT_FACTOR multiplies all limits except those by account.
 */
export function limitsWith(attempts: number) {
  return {
    // Two school classes in an hour and a large office in a day, behind one address. Each account
    // has a vote in every survey, so this limits how many voters one address can invent.
    signUps: {
      by: "address",
      shared: true,
      windows: [
        { max: attempts, seconds: MINUTE },
        { max: 60, seconds: HOUR },
        { max: 200, seconds: DAY },
      ],
    },
    // Log-ins by password. Enough for an office in the morning; too few to try one password on many
    // accounts.
    signIns: {
      by: "address",
      shared: true,
      windows: [
        { max: attempts, seconds: MINUTE },
        { max: attempts * 10, seconds: HOUR },
      ],
    },
    // Requests for mails, and the links in them. `mailsToMailbox` limits each mailbox.
    mailRequests: {
      by: "address",
      shared: true,
      windows: [{ max: attempts, seconds: MINUTE }],
    },
    // A forgetful person needs fewer than ten tries, and ten per quarter of an hour make even a
    // short password last for years. All unknown devices share one count per account; a device on
    // which the owner has logged in before has its own, which nobody else can fill.
    guessesByStrangers: {
      by: "account",
      shared: true,
      windows: [{ max: 10, seconds: QUARTER }],
    },
    guessesByDevice: {
      by: "account",
      shared: true,
      windows: [{ max: 10, seconds: QUARTER }],
    },
    // Log-ins with a known device from an address that has no `signIns` left, with right passwords
    // too: each hashes a password, which takes a tenth of a second.
    signInsPastClosedAddress: {
      by: "account",
      shared: true,
      windows: [{ max: 10, seconds: QUARTER }],
    },
    // A password or code asked of a person who is logged in, or about to be: a stolen session must
    // not allow guessing.
    proofs: {
      by: "account",
      shared: true,
      windows: [{ max: 10, seconds: QUARTER }],
    },
    // An authenticator's code is valid for its own 30 seconds and those before and after. Within
    // these 90 seconds it works once.
    codeUses: { by: "account", shared: true, windows: [{ max: 1, seconds: 90 }] },
    // Per kind of mail: links to confirm an address, links to choose a password, and notices about
    // an account whose address nobody has proven. Enough for a person, too few to flood a mailbox. There is no longer window,
    // so that the owner can always get a working link, even if others have asked for mails too.
    mailsToMailbox: {
      by: "account",
      shared: true,
      windows: [{ max: 5, seconds: QUARTER }],
    },
    // Faster than people type, too slow to flood a page.
    comments: {
      by: "person",
      shared: true,
      windows: [
        { max: 10, seconds: MINUTE },
        { max: 200, seconds: DAY },
      ],
    },
    // One press a second for a minute. Only the last one per survey is kept anyway.
    reactions: { by: "person", shared: false, windows: [{ max: 60, seconds: MINUTE }] },
    // Admins read every report.
    reports: {
      by: "person",
      shared: true,
      windows: [
        { max: 10, seconds: MINUTE },
        { max: 50, seconds: DAY },
      ],
    },
    // Surveys sent to the admins, new or again. Admins read every one.
    surveys: {
      by: "person",
      shared: true,
      windows: [
        { max: 20, seconds: HOUR },
        { max: 60, seconds: DAY },
      ],
    },
    // Admins read every one. Enough to withdraw one and word it better; whoever was declined has to
    // wait until there is something new to say.
    surveyorRequests: { by: "person", shared: true, windows: [{ max: 3, seconds: 7 * DAY }] },
    // Enough for a person, too few to flood the admins.
    messages: { by: "address", shared: true, windows: [{ max: 5, seconds: HOUR }] },
    // Calls to somebody else's server, as often as somebody who mends a receiver asks for them.
    webhookTries: { by: "person", shared: true, windows: [{ max: 60, seconds: HOUR }] },
    // Each is told by a mail. More than a person has programs.
    tokens: { by: "person", shared: true, windows: [{ max: 20, seconds: DAY }] },
    // Ten a second: enough to follow some hundred surveys, and a loop without a pause is stopped.
    tokenCalls: { by: "token", shared: false, windows: [{ max: 600, seconds: MINUTE }] },
    // Each export may have everybody's data.
    exports: {
      by: "person",
      shared: true,
      windows: [
        { max: 10, seconds: 10 * MINUTE },
        { max: 100, seconds: DAY },
      ],
    },
    // The payment page asks for one at every visit, and each is a call to the payment provider.
    paymentIntents: {
      by: "person",
      shared: true,
      windows: [
        { max: 20, seconds: HOUR },
        { max: 60, seconds: DAY },
      ],
    },
    // Each press of 'Try again' makes two. The limit keeps one person from using up the payment
    // provider's limit for the whole site.
    paymentRecords: { by: "person", shared: false, windows: [{ max: 60, seconds: MINUTE }] },
  } as const satisfies Record<string, Limit> & Record<CallLimit, Limit>;
}

export type Limits = ReturnType<typeof limitsWith>;
export type LimitName = keyof Limits;

export function limitsOf({ limits, download, access }: Route): readonly CallLimit[] {
  return limits ?? (download && access !== "public" ? ["exports"] : []);
}

/**
 * An address with this many sign-ups in an hour is busy, and a wider network with `NETWORK_TIMES` as
 * many: further ones need a proof of work (REGISTRATION_PROOF_OF_WORK). A household never reaches
 * it; a school class does, and waits a little.
 */
export const BUSY_SIGN_UPS = { from: 10, seconds: HOUR };

/**
 * How many live results one person, or the visitors of one address, may have open at once on one
 * server: six tabs (a browser's connections to one site) on each of three devices, and two to spare.
 */
export const LIVE_STREAMS_AT_ONCE = 20;
