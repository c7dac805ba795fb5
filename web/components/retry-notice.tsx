import type { ReactNode } from "react";
import { Notice } from "./notice.tsx";

interface RetryNoticeProps {
  title: string;
  onRetry: () => void;
  /** Why, and what has become of what was done. */
  children: ReactNode;
}

/** A part of the page that failed and can be asked for again. */
export function RetryNotice({ title, onRetry, children }: RetryNoticeProps) {
  return (
    <Notice
      tone="error"
      actions={
        <button type="button" className="btn btn-primary" onClick={onRetry}>
          Try again
        </button>
      }
    >
      <p className="font-semibold">{title}</p>
      {children}
    </Notice>
  );
}
