import type { ReactNode } from "react";
import { Ballot } from "./ballot.tsx";

/** A form beside a picture; the picture is for wide screens only. */
export function FormFrame({ children }: { children: ReactNode }) {
  return (
    <div className="page grid items-stretch gap-16 lg:grid-cols-[minmax(0,28rem)_1fr]">
      <div className="grid content-start gap-8">{children}</div>
      <div className="hidden place-items-center overflow-hidden rounded-panel bg-panel lg:grid">
        <Ballot className="w-4/5 max-w-md" />
      </div>
    </div>
  );
}
