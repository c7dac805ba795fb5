import type { ReactNode } from "react";

/** For the words of a message that only screen readers read: `t.open({ title, unseen: srOnly })`. */
export function srOnly(words: string): ReactNode {
  return <span className="sr-only">{words}</span>;
}
