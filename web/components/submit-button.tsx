import type { ReactNode } from "react";

interface SubmitButtonProps {
  busy: boolean;
  children: ReactNode;
}

export function SubmitButton({ busy, children }: SubmitButtonProps) {
  return (
    <button type="submit" className="btn btn-primary" disabled={busy} aria-busy={busy}>
      {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
      {children}
    </button>
  );
}
