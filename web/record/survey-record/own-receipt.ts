import { useQuery } from "@tanstack/react-query";
import type { BallotKind } from "../../../contract/ballot-kinds.ts";
import { pages } from "../../../contract/pages.ts";
import { routes } from "../../../contract/routes.ts";
import {
  type GivenReceipt,
  type KeptReceipt,
  parseReceiptFile,
  toFragment,
  writeReceiptFile,
} from "../../../record/receipt-file.ts";
import { saveFile } from "../../lib/download.ts";
import { wholeAddressOf } from "../../lib/language.ts";
import { readOf } from "../../lib/route-queries.ts";
import { useSession } from "../../people/identity/session.tsx";
import { receiptsOf, useStored } from "./shared/kept-receipts.ts";

export interface ReceiptSurvey {
  _id: string;
  title: string;
  language: string;
  ballot: BallotKind;
}

/** Everything that the voter keeps. The keys are read beside it, to be kept as they are now. */
export function useOwnReceipt({ _id: surveyId, title, language, ballot }: ReceiptSurvey) {
  const { user } = useSession();
  const stored = useStored(user?.email ?? "", surveyId);
  // Of a secret ballot, only this browser has one.
  const isServed = ballot === "named";
  const receipt = useQuery({
    ...readOf(routes.readVoteReceipt, { params: { id: surveyId } }),
    enabled: isServed,
  });
  const keys = useQuery(readOf(routes.readRecordKeys));
  let served: KeptReceipt | null = null;
  if (receipt.data && keys.data) {
    const { vote: choice, ...given } = receipt.data;
    const listed = keys.data.map(({ publicKey }) => publicKey);
    served = { surveyId, title, language, choice, ...given, keys: listed };
  }
  const own = stored ? parseReceiptFile(stored.file) : null;
  return {
    kept: served && own && isSameVote(served, own) ? withStored(served, own) : (own ?? served),
    isMissing: !isServed && !own,
    stored,
    error: receipt.error ?? keys.error,
    retry: () => Promise.all([receipt.refetch(), keys.refetch()]),
  };
}

/** With what this browser has seen of the vote at an earlier look. */
function withStored<Given extends GivenReceipt>(given: Given, own: KeptReceipt) {
  const { logged, logKeys } = own;
  const checkpoint = own.checkpoint ?? given.checkpoint ?? null;
  return { keys: own.keys, ...given, checkpoint, ...(logged && { logged, logKeys }) };
}

/** A receipt that is checked, with what this browser has of it. */
export function withOwn(given: GivenReceipt, email: string): GivenReceipt {
  const stored = receiptsOf(email).find(given.surveyId);
  const own = stored && parseReceiptFile(stored.file);
  return own && isSameVote(given, own) ? withStored(given, own) : given;
}

/** Otherwise this browser's own memory counts, and not what the site says now. */
function isSameVote(served: GivenReceipt, own: KeptReceipt): boolean {
  const names = ["receipt", "choice", "nonce", "textHash"] as const;
  return names.every((name) => served[name] === own[name]);
}

/** The address of the check with this receipt in it, which reaches no server. */
export function checkAddress(kept: KeptReceipt): string {
  return wholeAddressOf(`${pages.checkReceipt}#${toFragment(kept)}`);
}

export function saveReceipt(kept: KeptReceipt): void {
  const text = writeReceiptFile(kept, wholeAddressOf(pages.checkReceipt));
  saveFile(new Blob([text], { type: "application/json" }), `receipt-${nameOf(kept.title)}.json`);
}

// File names of this length work everywhere, and are told apart by their first words.
const NAME_MAX = 40;

function nameOf(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join("-").slice(0, NAME_MAX).replace(/-$/, "") || "vote";
}
