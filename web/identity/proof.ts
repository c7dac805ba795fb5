import { useRef, useState } from "react";

export interface ProofWanted {
  /** Not only that it is them: the next call needs the password itself, where there is one. */
  password?: boolean;
}

export interface Proof {
  /** Missing where the account has none, or another way was taken. */
  password?: string;
}

export interface ProofQuestion extends ProofWanted {
  answer: (proof: Proof | null) => void;
}

/** Asks the person who is signed in to prove once more that it is them; `ProofHost` shows it. */
export function useProof() {
  const [question, setQuestion] = useState<ProofQuestion | null>(null);
  const pending = useRef<Promise<Proof | null> | null>(null);

  function ask(wanted: ProofWanted = {}): Promise<Proof | null> {
    // Calls that are refused together share one answer.
    pending.current ??= new Promise<Proof | null>((resolve) => {
      setQuestion({ ...wanted, answer: resolve });
    }).finally(() => {
      pending.current = null;
      setQuestion(null);
    });
    return pending.current;
  }

  return { ask, question };
}
