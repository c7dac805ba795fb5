interface HemicycleProps {
  /** How many of the hundred voices say yes. */
  yes: number;
  className?: string;
}

interface Seat {
  x: number;
  y: number;
  angle: number;
}

// Seats per row, inside to outside: about one per equal stretch of arc, a hundred in all.
const seatsInRow = [12, 16, 20, 24, 28];
const INNER_RADIUS = 118;
const ROW_GAP = 42;
const CENTRE = 300;

/** Left to right, like a parliament's, so that a majority reads as an area. */
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

/** Yes and no differ in form as well as colour: full discs and rings. Say the numbers beside it. */
export function Hemicycle({ yes, className }: HemicycleProps) {
  return (
    <svg viewBox="0 0 600 320" className={className} aria-hidden="true">
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
