import { SITE_NAME } from "../../contract/site.ts";

/** Stands where a page will be, which has a title of its own. */
export function ProgressBar({ label }: { label: string }) {
  return (
    <div className="page grid gap-3">
      <title>{SITE_NAME}</title>
      <p className="text-muted">{label}</p>
      <progress className="progress progress-primary w-full" aria-label={label} />
    </div>
  );
}
