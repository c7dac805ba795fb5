import { upright } from "../../components/upright.ts";

/** Small pictures of the landing page, for dark backgrounds. */
interface PictureProps {
  className?: string;
}

const PAPER = "#fbf8f2";
const INK = "#26242f";
const TEAL = "#0b6e6b";
const ORANGE = "#d9692b";
const BLUE = "#3a33c4";
const YELLOW = "#f2c761";

/** A marked ballot on its way into the box. */
export function BallotBox({ className = "" }: PictureProps) {
  return (
    <svg viewBox="0 0 112 112" className={`rtl:-scale-x-100 ${className}`} aria-hidden="true">
      <g transform="rotate(7 56 40)">
        <rect x="33" y="6" width="46" height="64" rx="5" fill={PAPER} />
        <path
          className={upright}
          d="m45 32 8 9 15-20"
          fill="none"
          stroke={TEAL}
          strokeWidth="7"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
      <path d="M14 58h84l-6 48H20z" fill={YELLOW} />
      <path d="M8 50h96v12H8z" fill={PAPER} />
      <path d="M30 56h52" stroke={INK} strokeWidth="5" strokeLinecap="round" />
      <path d="M44 84h24" stroke={INK} strokeWidth="6" strokeLinecap="round" />
    </svg>
  );
}

/** A vote, a comment and a like. */
export function ThreeWays({ className = "" }: PictureProps) {
  return (
    <svg viewBox="0 0 112 112" className={`rtl:-scale-x-100 ${className}`} aria-hidden="true">
      <rect x="6" y="30" width="52" height="70" rx="6" fill={PAPER} />
      <path d="M17 46h30M17 58h20" stroke={INK} strokeWidth="6" strokeLinecap="round" />
      <rect x="17" y="72" width="16" height="16" rx="3" fill={TEAL} />
      <rect
        x="38"
        y="73.5"
        width="13"
        height="13"
        rx="3"
        fill="none"
        stroke={ORANGE}
        strokeWidth="3"
      />
      <path
        d="M56 8h42a8 8 0 0 1 8 8v24a8 8 0 0 1-8 8H74l-12 11V48h-6a8 8 0 0 1-8-8V16a8 8 0 0 1 8-8Z"
        fill={YELLOW}
      />
      <path d="M61 22h32M61 34h20" stroke={INK} strokeWidth="6" strokeLinecap="round" />
      <path
        d="M84 104C70 94 64 87 64 79c0-12 15-15 20-4 5-11 20-8 20 4 0 8-6 15-20 25Z"
        fill={ORANGE}
      />
    </svg>
  );
}

/** Two speech bubbles. */
export function Exchange({ className = "" }: PictureProps) {
  return (
    <svg viewBox="0 0 112 112" className={`rtl:-scale-x-100 ${className}`} aria-hidden="true">
      <path
        d="M14 8h54a8 8 0 0 1 8 8v30a8 8 0 0 1-8 8H34L20 68V54h-6a8 8 0 0 1-8-8V16a8 8 0 0 1 8-8Z"
        fill={PAPER}
      />
      <path d="M20 24h42M20 38h26" stroke={INK} strokeWidth="6" strokeLinecap="round" />
      <path
        d="M44 48h54a8 8 0 0 1 8 8v28a8 8 0 0 1-8 8h-6v14L78 92H44a8 8 0 0 1-8-8V56a8 8 0 0 1 8-8Z"
        fill={YELLOW}
      />
      <path
        className={upright}
        d="m57 70 11 11 20-22"
        fill="none"
        stroke={BLUE}
        strokeWidth="8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** A medal with a speech bubble. */
export function Rosette({ className = "" }: PictureProps) {
  return (
    <svg viewBox="0 0 112 112" className={`rtl:-scale-x-100 ${className}`} aria-hidden="true">
      <path d="m36 62-12 44 18-8 10 12 10-40z" fill={ORANGE} />
      <path d="m76 62 12 44-18-8-10 12-10-40z" fill={ORANGE} />
      <circle cx="56" cy="44" r="40" fill={YELLOW} />
      <path
        d="M36 24h40a6 6 0 0 1 6 6v24a6 6 0 0 1-6 6H58L46 70V60H36a6 6 0 0 1-6-6V30a6 6 0 0 1 6-6Z"
        fill={PAPER}
      />
      <path d="M42 36h28M42 48h16" stroke={BLUE} strokeWidth="6" strokeLinecap="round" />
    </svg>
  );
}
