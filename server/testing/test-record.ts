import { setTimeout as delay } from "node:timers/promises";
import { usualLimits } from "../../record/bounded-fetch.ts";
import type { Policy } from "../../record/log-policy.ts";
import { type Finding, type KeptSite, verifySite } from "../../record/verify.ts";
import type { Database } from "../database/connect.ts";
import { deriveKey } from "../process/secret.ts";
import { createSigner } from "../record/signing/signer.ts";
import { publishDue } from "../record/survey-record/publisher.ts";
import { createReceiptMaker } from "../record/survey-record/receipt-maker.ts";
import { TEST_SECRET, type TestApp } from "./test-app.ts";

/** The site's key in another process, which has seen nothing yet. */
export const createTestSigner = () => createSigner(deriveKey(TEST_SECRET, "public record"));
export const testSigner = createTestSigner();

const log = { warn: () => {} };

/** Makes receipts as the tests' site does. */
export function testReceipts(db: Database) {
  return createReceiptMaker({ db, signer: testSigner, host: "example.org" });
}

/** Enters every vote in its survey's record, without waiting for others. */
export async function publishAll(db: Database, signer = createTestSigner()): Promise<void> {
  const due = { atLeast: 1, waitMs: 0, settleMs: 0 };
  await publishDue({ db, signer, host: "example.org", log, due });
}

/** Enters the votes that have waited for long enough, as a server does it each minute. */
export async function publishAsUsual(db: Database): Promise<void> {
  await publishDue({ db, signer: createTestSigner(), host: "example.org", log });
}

/** `fetch` as the outside world has it, answered by this app. */
export function fetchFrom(site: TestApp, onTheWay: (body: string) => string): typeof fetch {
  return async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const headers = Object.fromEntries(new Headers(init?.headers));
    const answer = await site.inject({ url: pathname + search, headers });
    const given = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    const isBytes = answer.headers["content-type"] === "application/octet-stream";
    const body = isBytes ? Uint8Array.from(answer.rawPayload) : onTheWay(answer.body);
    return new Response(body, {
      status: answer.statusCode,
      headers: given as [string, string][],
    });
  };
}

/** A list is a second old at most. A verifier waits for minutes before it calls one wrong. */
export const waitForLists = () => delay(1_100);

interface Verifying {
  ids?: string[];
  kept?: KeptSite | undefined;
  token?: string;
  trustedKey?: string;
  others?: string[];
  policy?: Policy;
  now?: Date;
  /** Changes answers. */
  onTheWay?: (body: string) => string;
}

/** Checks the app's records from outside. Returns what was found and what to remember. */
export async function verify(
  site: TestApp,
  { onTheWay = (body) => body, ...verifying }: Verifying = {},
) {
  const findings: Finding[] = [];
  const log = await site.db.selectFrom("log_head").select("size").executeTakeFirst();
  const kept = await verifySite({
    ids: [],
    others: [],
    kept: undefined,
    ...verifying,
    url: "http://localhost:3000",
    fetch: fetchFrom(site, onTheWay),
    wait: waitForLists,
    limits: usualLimits,
    report(finding) {
      // Many tests of records have no log. If there is one, nobody may hide it.
      const isMissing = finding.text.startsWith("The site has no log");
      if (log || !isMissing) findings.push(finding);
    },
    now: () => verifying.now ?? new Date(),
  });
  const wrong = findings.filter(({ verdict }) => verdict !== "fine").map(({ text }) => text);
  return { findings, kept, wrong };
}
