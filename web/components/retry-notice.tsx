import type { ReactNode } from "react";
import { Notice } from "./notice.tsx";

interface RetryNoticeProps {
  title: string;
  onRetry: () => void;
  /** Why it failed, and what happened to what the person did. */
  children: ReactNode;
}

/** Shown instead of a part of the page that failed to load, with a button to try again. */
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
