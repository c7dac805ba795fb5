import { RSABSSA } from "@cloudflare/blindrsa-ts";
import { sentences } from "#words/fields";
import { routes } from "../../../contract/routes.ts";
import { type BallotKey, fromBase64Url, paperText } from "../../../record/ballots.ts";
import { toBase64 } from "../../../record/bytes.ts";
import { ApiProblem, callRoute } from "../../lib/api.ts";
import { randomDigits } from "../../lib/random-uuid.ts";
import { castPaper, type SignedPaper } from "./cast-paper.ts";
import { readLoggedBallotKey } from "./logged-key.ts";
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
  const publicKey = await readLoggedBallotKey(surveyId);
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

async function blind(surveyId: string, publicKey: BallotKey): Promise<KeptPaper> {
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
