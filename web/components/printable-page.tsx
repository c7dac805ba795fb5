import type { ReactNode } from "react";
import { Link } from "react-router";
import * as t from "#words/common";
import { PageHeading } from "./page-heading.tsx";

interface PrintablePageProps {
  title: string;
  lead: string;
  /** The page that one comes from. */
  back: string;
  /** More buttons. */
  actions?: ReactNode;
  /** What is printed, under the title. */
  children: ReactNode;
  /** The title is not printed either. */
  isSheet?: true;
}

/** A page to be kept on paper: its buttons are beside the text, and not printed. */
export function PrintablePage(props: PrintablePageProps) {
  const { title, lead, back, actions, children, isSheet } = props;
  return (
    <div className="page grid items-start gap-10 lg:grid-cols-[1fr_minmax(0,46rem)] print:block print:p-0">
      <div className={`grid gap-8 ${isSheet ? "print:hidden" : "print:mb-10"}`}>
        <PageHeading title={title} lead={lead} />
        <p className="flex flex-wrap gap-3 print:hidden">
          <button type="button" className="btn btn-primary" onClick={() => window.print()}>
            {t.print}
          </button>
          <Link to={back} className="btn btn-outline">
            {t.back}
          </Link>
          {actions}
        </p>
      </div>
      {children}
    </div>
  );
}
