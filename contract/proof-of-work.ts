import { z } from "zod";

/** When registering takes a proof of work: never, from busy addresses, or always. */
export const challengeModes = ["off", "busy", "always"] as const;
export type ChallengeMode = (typeof challengeModes)[number];

/** The 32 bytes of a SHA-256 hash, in hexadecimal. */
const key = z.string().regex(/^[0-9a-f]{64}$/);
const half = z.string().regex(/^[0-9a-f]{32}$/);

/** In the format of ALTCHA version 2. The server signs everything in it. */
export const challengeSchema = z.object({
  parameters: z.object({
    algorithm: z.literal("PBKDF2/SHA-256"),
    nonce: half,
    salt: half,
    cost: z.int(),
    keyLength: z.literal(32),
    keyPrefix: half,
    keySignature: key,
    expiresAt: z.int(),
    data: z.object({ level: z.int() }),
  }),
  signature: key,
});
export type Challenge = z.infer<typeof challengeSchema>;

export const solvedChallengeSchema = z.object({
  challenge: challengeSchema,
  solution: z.object({ counter: z.int().min(0), derivedKey: key }),
});
export type SolvedChallenge = z.infer<typeof solvedChallengeSchema>;
