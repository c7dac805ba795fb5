import { saySpan, unitOf } from "../../lib/format.ts";

/** A line across a plot, with what stands beside it. */
export interface Tick {
  value: number;
  label: string;
}

// A plot is some 200 px high, so five labels stand well apart.
const STEPS_MAX = 4;

/** Whole, round steps from zero to the highest value or just above it. */
export function ticksTo(most: number, say: (value: number) => string, unit = 1): Tick[] {
  const least = Math.max(1, most / unit / STEPS_MAX);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
  const steps = Math.max(1, Math.ceil(most / unit / step));
  return Array.from({ length: steps + 1 }, (_, index) => ({
    value: index * step * unit,
    label: say(index * step),
  }));
}

/** The same for hours, with all labels in the unit that fits the highest. */
export function hourTicksTo(most: number): Tick[] {
  const { name, hours } = unitOf(most);
  return ticksTo(most, (value) => saySpan(value, name), hours);
}
