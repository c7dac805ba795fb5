import { solveChallengeWorkers } from "altcha-lib";
import * as t from "#words/register";
import type { Challenge, SolvedChallenge } from "../../../contract/proof-of-work.ts";
import { ApiProblem } from "../../lib/api.ts";

// More workers make a phone hot, and then it slows down.
const WORKERS_MAX = 4;
// Six times what the hardest challenge takes on a slow phone.
const TIMEOUT_MS = 60_000;

/** Runs in workers, so that the page stays responsive. */
export async function solve(challenge: Challenge): Promise<SolvedChallenge> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(WORKERS_MAX, navigator.hardwareConcurrency),
    createWorker: () =>
      new Worker(new URL("./challenge-worker.ts", import.meta.url), { type: "module" }),
    timeout: TIMEOUT_MS,
  });
  if (!solution) {
    throw new ApiProblem("proof_required", { detail: t.notProved });
  }
  const { counter, derivedKey } = solution;
  return { challenge, solution: { counter, derivedKey } };
}
