import { useBrand } from "../lib/settings.ts";

/** The site's own mark, or ours: a speech bubble with two bars in it. */
export function Logo({ className = "size-9" }: { className?: string }) {
  const { mark } = useBrand();
  if (mark) return <img src={mark} alt="" className={`shrink-0 object-contain ${className}`} />;
  return (
    <svg viewBox="0 0 40 40" className={`shrink-0 ${className}`} aria-hidden="true">
      <path
        className="fill-primary"
        d="M8 2h24a6 6 0 0 1 6 6v18a6 6 0 0 1-6 6H19l-8 7v-7H8a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6Z"
      />
      <path className="fill-primary-content" d="M9 10.5h20v5H9z" />
      <path className="fill-primary-content" opacity="0.55" d="M9 18.5h12v5H9z" />
    </svg>
  );
}
