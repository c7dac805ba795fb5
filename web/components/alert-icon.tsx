import type { ReactNode } from "react";
import type { AlertIconName } from "../lib/alerts.ts";

const marks: Record<AlertIconName, ReactNode> = {
  success: <path d="m19 33 9 9 18-20" />,
  error: <path d="m22 22 20 20m0-20L22 42" />,
  question: <path d="M24 25a8 8 0 1 1 11 7.4c-2 .9-3 2.2-3 4.6v1M32 46v.1" />,
  info: <path d="M32 30v15M32 19v.1" />,
  warning: <path d="M32 18v17M32 45v.1" />,
};

const colours: Record<AlertIconName, string> = {
  success: "text-success",
  error: "text-error",
  question: "text-primary",
  info: "text-info",
  warning: "text-warning",
};

export function AlertIcon({ name, className }: { name: AlertIconName; className: string }) {
  return (
    <svg
      viewBox="0 0 64 64"
      className={`shrink-0 ${className} ${colours[name]}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle cx="32" cy="32" r="30" stroke="none" fill="currentColor" opacity="0.14" />
      {marks[name]}
    </svg>
  );
}
