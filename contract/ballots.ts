import { z } from "zod";
import { voteReceipt } from "./receipts.ts";
import { route } from "./route.ts";
import { options } from "./surveys.ts";

/** Blind signatures of RFC 9474 with keys of 2048 bits, of which each is an RSA-PSS signature. */
export const BALLOT_SUITE = "RSABSSA-SHA384-PSS-Randomized";

/** So many bytes in base64url. */
const bytes = (count: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((count * 4) / 3)}}$`));
const SERIAL_BYTES = 32;
const RSA_BYTES = 256;

export const ballotRoutes = {
  readBallotKey: route({
    method: "GET",
    path: "/survey/ballot/:id",
    access: "public",
    summary: "The key with which the ballot papers of a secret survey are signed",
    problems: ["not_found"],
    reply: z.object({
      /** SubjectPublicKeyInfo in base64. */
      key: z.string(),
      suite: z.literal(BALLOT_SUITE),
      /** Where the site's log has it, in the survey's terms; null for the first minute or two. */
      place: z.int().nullable(),
    }),
  }),
  issuePaper: route({
    method: "POST",
    path: "/survey/paper/:id",
    access: "survey:take-part",
    summary:
      "Sign the caller's ballot paper, which the site can't read. The same again answers the same " +
      "signature; there is no second paper",
    // A signature of 2048 bits.
    price: { call: 5 },
    // Each person has one per survey.
    limits: [],
    body: z.object({ blinded: bytes(RSA_BYTES) }),
    problems: [
      "not_found",
      "already_voted",
      "not_open",
      "closed",
      "paper_not_ready",
      "papers_stopped",
      "wrong_paper",
    ],
    reply: z.object({ signature: bytes(RSA_BYTES) }),
  }),
  castBallot: route({
    method: "POST",
    path: "/survey/ballot/:id",
    access: "public",
    summary:
      "Vote with a ballot paper, without saying who. The same serial number with the same choice is " +
      "the same vote",
    // One for each paper.
    limits: [],
    status: 201,
    body: z.object({
      serial: bytes(SERIAL_BYTES),
      signature: bytes(RSA_BYTES),
      vote: z.enum(options),
      /** 128 random bits as hex digits. */
      nonce: z.string().regex(/^[0-9a-f]{32}$/),
      /** The hash of the text that was answered. */
      textHash: z.string().regex(/^[0-9a-f]{64}$/),
    }),
    problems: ["not_found", "already_voted", "not_open", "closed", "text_changed", "wrong_paper"],
    reply: z.object({ receipt: voteReceipt }),
  }),
};
