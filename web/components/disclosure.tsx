import { type ReactNode, Suspense, useState } from "react";

interface DisclosureProps {
  title: string;
  /** Stands here while the code of the content loads. */
  outline: ReactNode;
  /** A lazy component: its code and data are loaded when somebody opens it. */
  children: ReactNode;
}

/** Content that few people ask for. */
export function Disclosure({ title, outline, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-1.5 font-medium">{title}</summary>
      {open && <Suspense fallback={outline}>{children}</Suspense>}
    </details>
  );
}
