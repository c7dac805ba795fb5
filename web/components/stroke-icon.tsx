interface StrokeIconProps {
  /** An SVG path on a 24 by 24 grid. */
  d: string;
  className: string;
  strokeWidth?: number;
}

export function StrokeIcon({ d, className, strokeWidth = 2 }: StrokeIconProps) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true">
      <path
        d={d}
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
