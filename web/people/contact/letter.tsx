/** A letter half out of its envelope, for dark backgrounds. */
export function Letter({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="0 0 220 190" className={`rtl:-scale-x-100 ${className}`} aria-hidden="true">
      <path d="m10 86 100-66 100 66v14H10z" fill="#ffffff" opacity="0.28" />
      <g transform="rotate(-4 110 90)">
        <rect x="44" y="16" width="132" height="140" rx="8" fill="#fbf8f2" />
        <path
          d="M64 42h58M64 62h92M64 82h74"
          stroke="#26242f"
          strokeWidth="9"
          strokeLinecap="round"
        />
      </g>
      <path d="m10 86 100 62 100-62v88a8 8 0 0 1-8 8H18a8 8 0 0 1-8-8z" fill="#f2c761" />
      <path
        d="m14 180 72-50m120 50-72-50"
        stroke="#26242f"
        strokeWidth="4"
        strokeLinecap="round"
        opacity="0.35"
      />
    </svg>
  );
}
