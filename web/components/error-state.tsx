import * as t from "#words/common";
import { PageTitle } from "./page-heading.tsx";

interface ErrorStateProps {
  title: string;
  problem: Error;
  onRetry: () => void;
}

export function ErrorState({ title, problem, onRetry }: ErrorStateProps) {
  return (
    <section role="alert" className="page grid justify-items-start gap-4">
      <PageTitle title={title} />
      <h1 tabIndex={-1} className="font-display text-title">
        {title}
      </h1>
      <p className="max-w-prose text-lead text-muted">{problem.message}</p>
      <button type="button" className="btn btn-primary" onClick={onRetry}>
        {t.tryAgain}
      </button>
    </section>
  );
}
