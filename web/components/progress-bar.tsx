import { useBrand } from "../lib/settings.ts";

/** Stands where a page will be, which has a title of its own. */
export function ProgressBar({ label }: { label: string }) {
  return (
    <div className="page grid gap-3">
      <title>{useBrand().name}</title>
      <p className="text-muted">{label}</p>
      <progress className="progress progress-primary w-full" aria-label={label} />
    </div>
  );
}
