interface ThumbProps {
  down?: boolean;
  filled: boolean;
  /** Its size. */
  className: string;
}

export function Thumb({ down = false, filled, className }: ThumbProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`${className} ${down ? "rotate-180" : ""}`}
      fill={filled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M3 10.5h3.5v10H3zM9 10.5l3.6-7.4c1.7 0 2.7 1.3 2.4 2.9L14.4 9.5h4.8c1.3 0 2.2 1.2 1.9 2.4l-1.7 6.9a2.2 2.2 0 0 1-2.1 1.7H9z" />
    </svg>
  );
}
