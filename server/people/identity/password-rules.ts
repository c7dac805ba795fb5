import {
  type Estimate,
  estimatorBounds,
  judgePassword,
  lowestScore,
  type PasswordOwner,
  type PasswordStrength,
} from "../../../contract/passwords.ts";
import type { WrongField } from "../../http/problems.ts";

export interface PasswordRules {
  passwordMinLength: number;
  passwordStrength: PasswordStrength;
}

let estimator: Promise<Estimate> | null = null;

/** The dictionary takes 0.1 s and 6 MB, so a site without a strength rule never loads it. */
function loadEstimator(): Promise<Estimate> {
  estimator ??= (async () => {
    const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
      import("@zxcvbn-ts/core"),
      import("@zxcvbn-ts/language-common"),
    ]);
    const zxcvbn = new ZxcvbnFactory({ ...estimatorBounds, dictionary, graphs: adjacencyGraphs });
    return (text, firstTried) => zxcvbn.check(text, firstTried);
  })();
  return estimator;
}

/** Why this password is refused; null if it is accepted. */
export async function whyNotPassword(
  password: string,
  owner: PasswordOwner,
  { passwordMinLength, passwordStrength }: PasswordRules,
): Promise<Omit<WrongField, "field"> | null> {
  if (password.length < passwordMinLength) {
    return { code: "too-short", limit: passwordMinLength };
  }
  const needed = lowestScore[passwordStrength];
  if (needed === 0) return null;
  const { score, advice } = judgePassword(await loadEstimator(), password, owner);
  return score < needed ? { code: "password.guessable", ...(advice && { advice }) } : null;
}
