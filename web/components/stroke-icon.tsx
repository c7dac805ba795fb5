interface StrokeIconProps {
  /** An SVG path on a 24 by 24 grid. */
  d: string;
  className: string;
  strokeWidth?: number;
  /** It points to where one reads on, or has lines of text. */
  directed?: boolean | undefined;
}

export function StrokeIcon({ d, className, strokeWidth = 2, directed }: StrokeIconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`${className} ${directed ? "rtl:-scale-x-100" : ""}`}
      aria-hidden="true"
    >
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
