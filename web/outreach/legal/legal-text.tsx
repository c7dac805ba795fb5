import type { ReactNode } from "react";
import { PageHeading } from "../../components/page-heading.tsx";
import { Operator } from "./operator.tsx";

interface LegalTextProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** A page that says what holds between people and the site's operator. It can be printed. */
export function LegalText({ title, lead, children }: LegalTextProps) {
  return (
    <div className="page grid gap-12 print:p-0">
      <PageHeading title={title} lead={lead} />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2 print:block print:space-y-6">
        <Operator />
        {children}
      </div>
    </div>
  );
}
