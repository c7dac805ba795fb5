import { RSABSSA } from "@cloudflare/blindrsa-ts";
import * as t from "#words/ballots";
import { sentences } from "#words/fields";
import { routes } from "../../../contract/routes.ts";
import { fromBase64Url, importBallotKey, paperText } from "../../../record/ballots.ts";
import { toBase64 } from "../../../record/bytes.ts";
import { WrongRecord } from "../../../record/faults.ts";
import { readLoggedKey } from "../../../record/log-since.ts";
import { canCheckSignatures } from "../../../record/signed-note.ts";
import { ApiProblem, callRoute } from "../../lib/api.ts";
import { randomDigits } from "../../lib/random-uuid.ts";
import { recordOf } from "../../record/survey-record/shared/record-source.ts";
import { castPaper, type SignedPaper } from "./cast-paper.ts";
import { type KeptPaper, paperMemory } from "./paper-memory.ts";

// How a browser votes so that nobody can tell who did: docs/secret-ballot.md.

const suite = RSABSSA.SHA384.PSS.Randomized();
const SERIAL_BYTES = 32;

const code = "vote.required";
const nothingChosen = { field: "vote", code, message: sentences[code] } as const;

interface Ballot {
  surveyId: string;
  email: string;
  /** Undefined if none is chosen. */
  vote: "yes" | "no" | undefined;
  textHash: string;
}

/** Gets this person's paper, if they have none yet, and casts it without saying who they are. */
export async function castSecretly({ surveyId, email, vote, textHash }: Ballot) {
  // Before a paper is asked for.
  if (!vote) throw new ApiProblem("invalid", { errors: [nothingChosen] });
  const paper = await getPaper(surveyId, email);
  const receipt = await castPaper(surveyId, paper, { vote, textHash });
  return { receipt, nonce: paper.nonce, forget: paperMemory(email, surveyId).forget };
}

/** This person's paper, which stays in this browser until it is cast. */
export async function getPaper(surveyId: string, email: string): Promise<SignedPaper> {
  const memory = paperMemory(email, surveyId);
  const publicKey = await importBallotKey(await readKey(surveyId));
  const paper = memory.read() ?? (await blind(surveyId, publicKey));
  if (paper.signature) return { ...paper, signature: paper.signature };
  // Kept before it is asked for: if the answer is lost, only the same can be asked for again.
  memory.keep(paper);
  const body = { blinded: paper.blinded };
  const signed = await callRoute(routes.issuePaper, { params: { id: surveyId }, body });
  const signature = await suite.finalize(
    publicKey,
    paperText(surveyId, fromBase64Url(paper.serial)),
    fromBase64Url(signed.signature),
    fromBase64Url(paper.inverse),
  );
  const whole = { ...paper, signature: toBase64Url(signature) };
  memory.keep(whole);
  return whole;
}

/** From the site's log, so that no voter can be marked by a key that only they are shown. */
async function readKey(surveyId: string): Promise<string> {
  const { key, place } = await callRoute(routes.readBallotKey, { params: { id: surveyId } });
  if (place === null) throw new ApiProblem("paper_not_ready");
  // A browser that can't check signatures has to believe the site, as in everything it checks.
  if (!(await canCheckSignatures())) return key;
  const { log } = recordOf(surveyId);
  const logged = await readLoggedKey(log, surveyId, place).catch((error: unknown) => {
    if (!(error instanceof WrongRecord)) throw error;
    throw new ApiProblem("internal", { detail: t.keyNotLogged });
  });
  if (!logged) throw new ApiProblem("paper_not_ready");
  return logged;
}

async function blind(surveyId: string, publicKey: CryptoKey): Promise<KeptPaper> {
  const serial = crypto.getRandomValues(new Uint8Array(SERIAL_BYTES));
  const { blindedMsg, inv } = await suite.blind(publicKey, paperText(surveyId, serial));
  return {
    serial: toBase64Url(serial),
    blinded: toBase64Url(blindedMsg),
    inverse: toBase64Url(inv),
    nonce: randomDigits(),
    signature: null,
  };
}

function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
