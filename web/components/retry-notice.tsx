import type { ReactNode } from "react";
import * as t from "#words/common";
import { Notice } from "./notice.tsx";

interface RetryNoticeProps {
  title: string;
  onRetry: () => unknown;
  problem?: Error;
  /** What happened to what the person did. */
  children?: ReactNode;
}

/** Shown instead of a part of the page that failed to load, with a button to try again. */
export function RetryNotice({ title, onRetry, problem, children }: RetryNoticeProps) {
  return (
    <Notice
      tone="error"
      actions={
        <button type="button" className="btn btn-primary" onClick={() => onRetry()}>
          {t.tryAgain}
        </button>
      }
    >
      <p className="font-semibold">{title}</p>
      {problem && <p>{problem.message}</p>}
      {children}
    </Notice>
  );
}
