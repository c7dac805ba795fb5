import { useRef, useState } from "react";

export interface ConfirmationWanted {
  /** The next call needs the password itself, if the account has one. */
  password?: boolean;
}

export interface Confirmation {
  /** Missing if the account has none, or if the person proved it in another way. */
  password?: string;
}

export interface IdentityQuestion extends ConfirmationWanted {
  answer: (confirmation: Confirmation | null) => void;
}

/** Asks the signed-in person to prove again who they are. `ConfirmIdentityHost` shows the dialog. */
export function useIdentityQuestion() {
  const [question, setQuestion] = useState<IdentityQuestion | null>(null);
  const pending = useRef<Promise<Confirmation | null> | null>(null);

  function ask(wanted: ConfirmationWanted = {}): Promise<Confirmation | null> {
    // Calls that are refused at the same time share one dialog.
    pending.current ??= new Promise<Confirmation | null>((resolve) => {
      setQuestion({ ...wanted, answer: resolve });
    }).finally(() => {
      pending.current = null;
      setQuestion(null);
    });
    return pending.current;
  }

  return { ask, question };
}
