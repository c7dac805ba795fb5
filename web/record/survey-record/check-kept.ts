import * as t from "#words/receipts";
import { pages } from "../../../contract/pages.ts";
import { checkReceipt } from "../../../record/check-receipt.ts";
import { proveLogged } from "../../../record/lasting.ts";
import { AT_CLOSING, dueAt, lookAgainAt, lookAt } from "../../../record/promises.ts";
import {
  type KeptReceipt,
  parseReceiptFile,
  promisedBy,
  writeReceiptFile,
} from "../../../record/receipt-file.ts";
import type { Outcome, Verdict } from "../../../record/receipt-outcome.ts";
import { alerts } from "../../lib/alerts.ts";
import { saveFile } from "../../lib/download.ts";
import { wholeAddressOf } from "../../lib/language.ts";
import { receiptsOf } from "./shared/kept-receipts.ts";
import { recordOf } from "./shared/record-source.ts";
import { sayVerdict } from "./verdict-words.ts";

// Nothing is wrong yet: the next visit looks again.
const later: Verdict[] = ["waiting", "not-recorded", "unreachable", "no-signatures"];
// A site that never answers to those whose votes it has dropped must not stay unnoticed. A day, so
// that a fault which is mended alarms nobody.
const SILENT_TRIES = 3;
const SILENT_MS = 24 * 60 * 60_000;
/** Checks the kept receipt of this survey. What is wrong is said loudly. */
export async function checkKept(email: string, surveyId: string): Promise<void> {
  const receipts = receiptsOf(email);
  const stored = receipts.find(surveyId);
  const kept = stored && parseReceiptFile(stored.file);
  if (!stored || !kept) return;
  const now = new Date();
  const source = recordOf(surveyId);
  const outcome = await checkReceipt(kept, source, now);
  const { verdict, checkpoint, by = AT_CLOSING, isClosed = false, place = 0 } = outcome;
  if (["unreachable", "refused"].includes(verdict) && navigator.onLine) {
    const { since, tries } = stored.unread ?? { since: new Date().toISOString(), tries: 0 };
    const unread = { since, tries: tries + 1 };
    const isSilent = unread.tries >= SILENT_TRIES && Date.now() - Date.parse(since) >= SILENT_MS;
    receipts.put(surveyId, { ...stored, unread, ...(isSilent && { state: "wrong" }) });
    if (isSilent) await raiseAlarm(kept, outcome);
    return;
  }
  if (verdict === "waiting") {
    // Its survey closes later than it was to, or when somebody closes it.
    const closesAt = by === AT_CLOSING ? null : by;
    const due = lookAt(dueAt(promisedBy(kept.promise), closesAt), now);
    receipts.put(surveyId, { ...stored, closesAt, due });
  }
  if (later.includes(verdict)) return;
  // Whose vote was set aside is told here too: a site that tells them nothing else must not pass.
  const isFine = verdict === "counted";
  // With the newest checkpoint, a later check finds out whether the record was rewritten since.
  // With the log's newest state that had the vote, it also tells whether the whole site was put back.
  const isLogged = isFine && outcome.passed.includes("log");
  const ofLog = isLogged ? await proveLogged(kept, place, source).catch(() => null) : null;
  const { keys = kept.keys } = outcome;
  const newer = isFine && checkpoint ? { ...kept, keys, checkpoint, ...ofLog } : kept;
  const { closesAt } = stored;
  receipts.put(surveyId, {
    closesAt,
    due: isFine ? lookAgainAt(closesAt, isClosed, now) : null,
    file: writeReceiptFile(newer, wholeAddressOf(pages.checkReceipt)),
    state: isFine ? "counted" : "wrong",
    checked: now.toISOString(),
  });
  if (!isFine) await raiseAlarm(kept, outcome);
}

async function raiseAlarm(kept: KeptReceipt, outcome: Outcome): Promise<void> {
  const { title, text } = sayVerdict(outcome);
  const wantsFile = await alerts.confirm({
    title: t.alarmTitle({ survey: kept.title, verdict: title }),
    text: t.alarmText({ verdict: text }),
    action: t.saveEvidence,
    otherwise: t.closeUnsaved,
  });
  if (wantsFile) saveEvidence(kept, outcome);
}

/** The receipt file, with what was found: it can be checked like any receipt. */
function saveEvidence(kept: KeptReceipt, outcome: Outcome): void {
  const file = JSON.parse(writeReceiptFile(kept, wholeAddressOf(pages.checkReceipt)));
  const found = { ...outcome, at: new Date().toISOString() };
  const text = `${JSON.stringify({ ...file, found }, null, 2)}\n`;
  saveFile(new Blob([text], { type: "application/json" }), "evidence.json");
}
