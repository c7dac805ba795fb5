interface HemicycleProps {
  /** How many of the hundred seats are yes. */
  yes: number;
  className?: string;
}

interface Seat {
  x: number;
  y: number;
  angle: number;
}

// Seats per row, from inside to outside: evenly spaced, a hundred in all.
const seatsInRow = [12, 16, 20, 24, 28];
const INNER_RADIUS = 118;
const ROW_GAP = 42;
const CENTRE = 300;

/** In rows from one end to the other, as in a parliament, so that a majority is one connected area. */
const seats: Seat[] = seatsInRow
  .flatMap((count, row) => {
    const radius = INNER_RADIUS + row * ROW_GAP;
    return Array.from({ length: count }, (_, index) => {
      const angle = Math.PI * (1 - index / (count - 1));
      return {
        x: CENTRE + radius * Math.cos(angle),
        y: CENTRE - radius * Math.sin(angle),
        angle,
      };
    });
  })
  .sort((a, b) => b.angle - a.angle);

/** Yes and no differ in shape too, for colour-blind people. Show the numbers beside it. */
export function Hemicycle({ yes, className }: HemicycleProps) {
  return (
    <svg viewBox="0 0 600 320" className={`rtl:-scale-x-100 ${className}`} aria-hidden="true">
      {seats.map(({ x, y }, index) =>
        index < yes ? (
          <circle key={`${x},${y}`} cx={x} cy={y} r="13" className="seat fill-yes" />
        ) : (
          <circle
            key={`${x},${y}`}
            cx={x}
            cy={y}
            r="10"
            strokeWidth="6"
            className="seat fill-none stroke-no"
          />
        ),
      )}
    </svg>
  );
}
