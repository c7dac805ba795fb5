import { upright } from "./upright.ts";

/** Two ballot papers, the front one marked. For dark or coloured backgrounds. */
export function Ballot({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="0 0 420 440" className={`rtl:-scale-x-100 ${className}`} aria-hidden="true">
      <g transform="rotate(-9 210 220)">
        <rect x="70" y="60" width="270" height="340" rx="14" fill="#ffffff" opacity="0.28" />
      </g>
      <g transform="rotate(5 210 220)">
        <rect x="75" y="50" width="270" height="340" rx="14" fill="#fbf8f2" />
        <path d="M103 88h150M103 112h206" stroke="#26242f" strokeWidth="10" strokeLinecap="round" />
        <path d="M75 150h270" stroke="#26242f" strokeWidth="2" strokeDasharray="3 9" />
        <g fill="none" strokeWidth="6" strokeLinejoin="round">
          <rect x="103" y="184" width="62" height="62" rx="8" stroke="#0b6e6b" />
          <rect x="103" y="284" width="62" height="62" rx="8" stroke="#b4501a" />
        </g>
        <path d="M190 216h92" stroke="#0b6e6b" strokeWidth="14" strokeLinecap="round" />
        <path d="M190 316h58" stroke="#b4501a" strokeWidth="14" strokeLinecap="round" />
        <path
          className={upright}
          d="M112 212c10 6 17 15 23 29 12-34 29-58 56-79"
          fill="none"
          stroke="#3a33c4"
          strokeWidth="13"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
    </svg>
  );
}
