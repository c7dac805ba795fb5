import { LRUCache } from "lru-cache";
import { BALLOT_SUITE, type ballotRoutes } from "../../../contract/ballots.ts";
import { type BallotKey, importBallotKey, isPaper, receiptOf } from "../../../record/ballots.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { HashNetwork } from "../../http/limits/network.ts";
import { ProblemError } from "../../http/problems.ts";
import type { ReceiptMaker, VoteReceipt } from "../votes/receipts.ts";
import { findBallotKey, findLoggedPlace, type KeyDeps, notePaper } from "./paper-queries.ts";
import { signPaper } from "./paper-signer.ts";
import type { BallotTaker } from "./queries.ts";

interface Deps extends KeyDeps {
  db: Database;
  ballots: BallotTaker;
  makeReceipts: ReceiptMaker;
  hashNetwork: HashNetwork;
}

// Some 1 kB each.
const KEYS_KEPT = 1_000;

export function ballotHandlers(deps: Deps): Handlers<typeof ballotRoutes> {
  const { db, ballots, makeReceipts, hashNetwork } = deps;
  // A survey keeps its key.
  const keys = new LRUCache<string, BallotKey>({ max: KEYS_KEPT });

  async function keyOf(surveyId: string): Promise<BallotKey> {
    const known = keys.get(surveyId);
    if (known) return known;
    const found = await findBallotKey(db, surveyId);
    if (!found) throw new ProblemError("not_found");
    const key = await importBallotKey(found.publicKey.toString("base64"));
    keys.set(surveyId, key);
    return key;
  }

  return {
    async readBallotKey({ params }) {
      const found = await findBallotKey(db, params.id);
      if (!found) throw new ProblemError("not_found");
      const key = found.publicKey.toString("base64");
      const place = await findLoggedPlace(db, params.id, found.publicKey);
      return { key, suite: BALLOT_SUITE, place };
    },
    async issuePaper({ params, body, viewer, address }) {
      const { id: userId, tokenVersion, formerIds } = viewer;
      const blinded = Buffer.from(body.blinded, "base64url");
      const network = hashNetwork(params.id, address);
      const person = { userId, tokenVersion, formerIds, network };
      const noted = await notePaper(db, { surveyId: params.id, blinded, ...person }, deps);
      if ("refused" in noted) throw new ProblemError(noted);
      return { signature: signPaper(noted.key, blinded).toString("base64url") };
    },
    async castBallot({ params: { id: surveyId }, body }) {
      const { vote, nonce, textHash } = body;
      const serial = Buffer.from(body.serial, "base64url");
      const signature = Buffer.from(body.signature, "base64url");
      if (!(await isPaper(await keyOf(surveyId), surveyId, serial, signature))) {
        throw new ProblemError("wrong_paper");
      }
      const receipt = receiptOf(serial);
      const ballot = { surveyId, receipt, serial, signature, vote, nonce, textHash };
      const taken = await ballots.run(ballot);
      if (taken !== "taken") throw new ProblemError(taken);
      const cast = { surveyId, receipt, nonce, vote, textHash: Buffer.from(textHash, "hex") };
      const [given] = await makeReceipts([{ ...cast, createdAt: new Date() }]);
      return { receipt: given as VoteReceipt };
    },
  };
}
