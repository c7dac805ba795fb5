import { routes } from "../../../contract/routes.ts";
import { fromBase64Url, isPaper, receiptOf } from "../../../record/ballots.ts";
import { object, type Shaped, text } from "../../../record/shapes.ts";
import { ApiProblem, callRoute } from "../../lib/api.ts";
import { partLoader } from "../../lib/load-part.ts";

const loadKey = partLoader(() => import("./logged-key.ts"));

/** A ballot paper that the site has signed. Whoever has it can cast it once. */
export interface SignedPaper {
  serial: string;
  signature: string;
  /** 32 hex digits. A ballot that is sent again has the same. */
  nonce: string;
}

/**
 * Casts it without saying who asks. First its signature is checked against the log as it is seen here: a
 * paper that another key has signed, of one voter's own, would tell whoever made it whose ballot this is.
 */
export async function castPaper(
  surveyId: string,
  { serial, signature, nonce }: SignedPaper,
  ballot: { vote: "yes" | "no"; textHash: string },
) {
  const key = await (await loadKey()).readLoggedBallotKey(surveyId);
  const [given, signed] = [fromBase64Url(serial), fromBase64Url(signature)];
  if (!(await isPaper(key, surveyId, given, signed))) throw new ApiProblem("wrong_paper");
  const body = { serial, signature, nonce, ...ballot };
  const call = { params: { id: surveyId }, body, anonymous: true } as const;
  const { receipt } = await callRoute(routes.castBallot, call);
  // Otherwise the site could give one receipt to two people.
  if (receipt.receipt !== receiptOf(given)) throw new ApiProblem("internal");
  return receipt;
}

// A paper as a file, which can be cast later and elsewhere.
const FORMAT = /^survey-ballot-paper\/v1$/;
const paperFile = object({
  format: text(30, FORMAT),
  survey: text(36, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  serial: text(43, /^[\w-]{43}$/),
  signature: text(342, /^[\w-]{342}$/),
  nonce: text(32, /^[0-9a-f]{32}$/),
});
export type PaperFile = Shaped<typeof paperFile>;

export function writePaperFile(surveyId: string, paper: SignedPaper, about: string): string {
  const { serial, signature, nonce } = paper;
  const format = "survey-ballot-paper/v1";
  return `${JSON.stringify({ format, about, survey: surveyId, serial, signature, nonce }, null, 2)}\n`;
}

/** Null if it is no such file. */
export function parsePaperFile(content: string): PaperFile | null {
  try {
    return paperFile(JSON.parse(content), "the file");
  } catch {
    return null;
  }
}
