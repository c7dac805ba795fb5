import { markOf } from "../../lib/own-marks.ts";
import { storedFields } from "../../lib/stored-fields.ts";
import type { SignedPaper } from "./cast-paper.ts";

/** A ballot paper on its way. Whoever has lost it has lost their vote. */
export interface KeptPaper extends Omit<SignedPaper, "signature"> {
  /** What the site is asked to sign, and what takes the blinding away again. */
  blinded: string;
  inverse: string;
  /** Of the paper; null until the site has signed it. */
  signature: string | null;
}

/** Kept in this browser until the ballot is cast, so that a reload loses nothing. */
export function paperMemory(email: string, surveyId: string) {
  const key = `${markOf("ballot-paper", email)}:${surveyId}`;
  return {
    /** Checked, because another version of the site, or a person, may have stored something else. */
    read(): KeptPaper | null {
      const { serial, blinded, inverse, nonce, signature } = storedFields<KeptPaper>(
        localStorage.getItem(key),
      );
      const texts = [serial, blinded, inverse, nonce];
      if (!texts.every((text) => typeof text === "string")) return null;
      return { serial, blinded, inverse, nonce, signature: signature ?? null } as KeptPaper;
    },
    keep: (paper: KeptPaper) => localStorage.setItem(key, JSON.stringify(paper)),
    forget: () => localStorage.removeItem(key),
  };
}
