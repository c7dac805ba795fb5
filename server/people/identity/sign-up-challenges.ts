import { randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import {
  type Challenge,
  type ChallengeMode,
  challengeSchema,
  type SolvedChallenge,
} from "../../../contract/proof-of-work.ts";
import type { Database } from "../../database/connect.ts";
import { NETWORK_TIMES } from "../../http/limits/limits.ts";
import type { NetworkLevel } from "../../http/limits/network.ts";
import { takeSolution } from "./queries.ts";

/** Proof of work: computation that a browser does before it may register from a busy address. */
export interface SignUpChallenges {
  /** Null while this address needs no proof. */
  challengeFor(address: string): Promise<Challenge | null>;
  /** Whether this sign-up may go on; it has been counted already. Each proof works once. */
  accept(address: string, proof: SolvedChallenge | undefined): Promise<boolean>;
}

interface Deps {
  db: Database;
  key: Buffer;
  mode: ChallengeMode;
  /** The number of sign-ups in the last hour from which an address is busy. */
  busyFrom: number;
  /** In each network of the address. */
  countSignUps: (address: string) => Promise<{ level: NetworkLevel; count: number }[]>;
}

// Long enough for a slow phone and a careful person, too short to collect solved challenges.
const LIFETIME_MS = 10 * 60_000;
// One try takes about 1 ms on a computer and 10 ms on a slow phone.
const ROUNDS_PER_TRY = 1_000;
// The first level takes one or two seconds; the last one takes about ten on a slow phone with four
// cores. The number of tries is random, between half of this and all of it.
const TRIES_OF_FIRST_LEVEL = 1_000;
const LAST_LEVEL = 3;

export function createSignUpChallenges({
  db,
  key,
  mode,
  busyFrom,
  countSignUps,
}: Deps): SignUpChallenges {
  const hmacSignatureSecret = `challenge ${key.toString("base64url")}`;
  const hmacKeySignatureSecret = `solution ${key.toString("base64url")}`;

  /** The busiest of its networks decides. This sign-up may be among those that were counted. */
  async function levelFor(mode: "busy" | "always", address: string, ownCount: 0 | 1) {
    const networks = await countSignUps(address);
    return Math.max(
      ...networks.map(({ level, count }) =>
        challengeLevel(mode, busyFrom * NETWORK_TIMES[level], count - ownCount),
      ),
    );
  }

  return {
    async challengeFor(address) {
      if (mode === "off") return null;
      const level = await levelFor(mode, address, 0);
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
      const level = await levelFor(mode, address, 1);
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
      return verified && takeSolution(db, challenge.signature, endsAt);
    },
  };
}

/** Level 0 asks for nothing. Each level doubles the work and needs twice as many sign-ups. */
export function challengeLevel(mode: "busy" | "always", busyFrom: number, signUps: number): number {
  const busy = signUps < busyFrom ? 0 : 1 + Math.floor(Math.log2(signUps / busyFrom));
  return Math.min(LAST_LEVEL, mode === "always" ? Math.max(1, busy) : busy);
}
