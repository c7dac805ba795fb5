import * as common from "#words/common";

interface SectionErrorProps {
  title: string;
  problem: Error;
  onRetry: () => void;
}

/** Shown instead of one section that failed to load. */
export function SectionError({ title, problem, onRetry }: SectionErrorProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <p className="font-semibold">{title}</p>
      <p className="text-muted">{problem.message}</p>
      <button type="button" className="btn btn-outline" onClick={onRetry}>
        {common.tryAgain}
      </button>
    </div>
  );
}
