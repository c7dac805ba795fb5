export function ProgressBar({ label }: { label: string }) {
  return (
    <div className="page grid gap-3">
      <p className="text-muted">{label}</p>
      <progress className="progress progress-primary w-full" aria-label={label} />
    </div>
  );
}
