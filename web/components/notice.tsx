import type { ReactNode } from "react";
import { AlertIcon } from "./alert-icon.tsx";

interface NoticeProps {
  tone: "info" | "success" | "warning" | "error";
  children: ReactNode;
  /** Buttons or links that help. */
  actions?: ReactNode;
}

/** A message that belongs to the page, unlike an alert, which interrupts it. */
export function Notice({ tone, children, actions }: NoticeProps) {
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-panel bg-base-200 p-4"
    >
      <div className="flex max-w-prose items-center gap-3.5">
        <AlertIcon name={tone} className="size-9" />
        <div className="min-w-0">{children}</div>
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
