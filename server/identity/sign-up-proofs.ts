import { randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import {
  type Challenge,
  challengeSchema,
  type Proof,
  type ProofMode,
} from "../../contract/proof-of-work.ts";
import type { Database } from "../database/connect.ts";
import { takeProof } from "./queries.ts";

/** Work that a browser does by itself before it may register from an address that is busy. */
export interface SignUpProofs {
  /** Null as long as this address needs none. */
  challengeFor(address: string): Promise<Challenge | null>;
  /** Whether this sign-up, which is counted already, may go on. A proof counts once. */
  accept(address: string, proof: Proof | undefined): Promise<boolean>;
}

interface Deps {
  db: Database;
  key: Buffer;
  mode: ProofMode;
  /** From how many sign-ups in the last hour on an address is busy. */
  busyFrom: number;
  countSignUps: (address: string) => Promise<number>;
}

// Long enough for a slow phone and a form filled in with care, too short to hoard solved ones.
const LIFETIME_MS = 10 * 60_000;
// One try takes a computer about a millisecond, and a slow phone ten.
const ROUNDS_PER_TRY = 1_000;
// So the first level takes a second or two, and the last, on a slow phone that shares the work
// among four cores, some ten seconds. The number of tries is drawn between half of it and all.
const TRIES_OF_FIRST_LEVEL = 1_000;
const LAST_LEVEL = 3;

export function createSignUpProofs({ db, key, mode, busyFrom, countSignUps }: Deps): SignUpProofs {
  const hmacSignatureSecret = `challenge ${key.toString("base64url")}`;
  const hmacKeySignatureSecret = `solution ${key.toString("base64url")}`;

  return {
    async challengeFor(address) {
      if (mode === "off") return null;
      const level = proofLevel(mode, busyFrom, await countSignUps(address));
      if (level === 0) return null;
      const tries = TRIES_OF_FIRST_LEVEL * 2 ** (level - 1);
      const challenge = await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost: ROUNDS_PER_TRY,
        counter: randomInt(tries / 2, tries),
        data: { level },
        deriveKey,
        expiresAt: new Date(Date.now() + LIFETIME_MS),
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      return challengeSchema.parse(challenge);
    },
    async accept(address, proof) {
      if (mode === "off") return true;
      const level = proofLevel(mode, busyFrom, (await countSignUps(address)) - 1);
      if (level === 0) return true;
      if (!proof || proof.challenge.parameters.data.level < level) return false;
      const { challenge, solution } = proof;
      const { verified } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      const endsAt = new Date(challenge.parameters.expiresAt * 1000);
      return verified && takeProof(db, challenge.signature, endsAt);
    },
  };
}

/** 0 asks for nothing; each level doubles the work, and is reached by twice as many sign-ups. */
export function proofLevel(mode: "busy" | "always", busyFrom: number, signUps: number): number {
  const busy = signUps < busyFrom ? 0 : 1 + Math.floor(Math.log2(signUps / busyFrom));
  return Math.min(LAST_LEVEL, mode === "always" ? Math.max(1, busy) : busy);
}
