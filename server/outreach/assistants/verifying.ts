import { setTimeout as wait } from "node:timers/promises";
import { type Limits, usualLimits } from "../../../record/bounded-fetch.ts";
import { checkReceipt } from "../../../record/check-receipt.ts";
import { parseReceiptFile } from "../../../record/receipt-file.ts";
import { createSiteReader } from "../../../record/site-reader.ts";
import { type Finding, type KeptSite, verifySite } from "../../../record/verify.ts";
import { widestNetwork } from "../../http/limits/network.ts";
import { createTurns } from "../../http/turns.ts";
import type { OwnCalls } from "./own-calls.ts";

// So long somebody waits for an assistant. A larger record is for the program that strangers run.
const limits: Limits = {
  ...usualLimits,
  answerMs: 10_000,
  pausesMs: 5_000,
  runMs: 30_000,
  runBytes: 20e6,
  entries: 50_000,
};

/** What was given as a receipt is none. */
export class NoReceipt extends Error {}

const marks = { fine: "ok", wrong: "WRONG", unchecked: "could not be checked" };

/** Checks results and receipts of this site by the functions with which strangers do. */
export function createVerifying(siteUrl: string) {
  // Each check reads and hashes a record.
  const run = createTurns({ atOnce: 2, maxWaiting: 20, maxWaitingEach: 2, retrySeconds: 5 });
  // What was seen of the log, so that the next check goes on from there.
  let seen: KeptSite | undefined;

  const options = (calls: OwnCalls) => ({ url: siteUrl, fetch: calls.fetch, wait, limits });

  async function checkResult(calls: OwnCalls, id: string) {
    const findings: Finding[] = [];
    const kept = await verifySite({
      ...options(calls),
      ids: [id],
      kept: seen && { ...seen, surveys: {} },
      others: [],
      report: (finding) => void findings.push(finding),
      now: () => new Date(),
    });
    const isWrong = findings.some(({ verdict }) => verdict === "wrong");
    if (kept && !isWrong) seen = kept;
    const isFine = findings.every(({ verdict }) => verdict === "fine");
    const steps = findings.flatMap(({ about, verdict, text, details = [] }) => [
      `${about}: ${marks[verdict]}. ${text}`,
      ...details,
    ]);
    return { verdict: isWrong ? "wrong" : isFine ? "fine" : "unchecked", steps };
  }

  async function checkOne(calls: OwnCalls, receipt: string) {
    const given = parseReceiptFile(receipt);
    if (!given) throw new NoReceipt("This is no receipt file of a vote.");
    const source = createSiteReader(options(calls)).record(given.surveyId);
    const { verdict, passed } = await checkReceipt(given, source, new Date());
    return { verdict, steps: passed.map((step) => `${step}: ok`) };
  }

  return {
    result: (calls: OwnCalls, id: string, address: string) =>
      run(() => checkResult(calls, id), { subjects: [widestNetwork(address)] }),
    receipt: (calls: OwnCalls, receipt: string, address: string) =>
      run(() => checkOne(calls, receipt), { subjects: [widestNetwork(address)] }),
  };
}

export type Verifying = ReturnType<typeof createVerifying>;
