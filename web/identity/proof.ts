import { useRef, useState } from "react";

export interface ProofWanted {
  /** The next call needs the password itself, if the account has one. */
  password?: boolean;
}

export interface Proof {
  /** Missing if the account has none, or if the person proved it in another way. */
  password?: string;
}

export interface ProofQuestion extends ProofWanted {
  answer: (proof: Proof | null) => void;
}

/** Asks the signed-in person to prove again who they are. `ProofHost` shows the dialog. */
export function useProof() {
  const [question, setQuestion] = useState<ProofQuestion | null>(null);
  const pending = useRef<Promise<Proof | null> | null>(null);

  function ask(wanted: ProofWanted = {}): Promise<Proof | null> {
    // Calls that are refused at the same time share one dialog.
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
