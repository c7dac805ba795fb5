import type { ComponentProps } from "react";
import { Area, Bar, BarChart, CartesianGrid, ComposedChart, Tooltip, XAxis, YAxis } from "recharts";
import { sayDay, sayNumber, sayShortDay } from "./words.ts";

const frame = {
  // Keyboard users read the table below each chart instead.
  accessibilityLayer: false,
  responsive: true,
  style: { width: "100%", height: "100%" },
  margin: { top: 8, right: 16, bottom: 0, left: 0 },
} as const;

const axis = {
  stroke: "var(--muted)",
  tick: { fill: "var(--muted)", fontSize: 13 },
  tickLine: false,
} as const;

const tooltip: ComponentProps<typeof Tooltip> = {
  isAnimationActive: false,
  cursor: { fill: "var(--color-base-300)", stroke: "var(--muted)" },
  contentStyle: {
    background: "var(--color-base-100)",
    border: "1px solid var(--color-base-300)",
    borderRadius: "var(--radius-field)",
  },
  itemStyle: { color: "var(--color-base-content)" },
};

const series = {
  dataKey: "value",
  fill: "var(--color-primary)",
  isAnimationActive: false,
} as const;

// More bars than this would be thinner than a pixel on a phone, and slow to draw.
const BARS_MAX = 100;

interface DayPlotProps {
  days: { date: string; value: number }[];
  name: string;
  say: (value: number) => string;
}

export function DayPlot({ days, name, say }: DayPlotProps) {
  return (
    <ComposedChart {...frame} data={days} barCategoryGap="12%">
      <CartesianGrid vertical={false} stroke="var(--color-base-300)" />
      <XAxis dataKey="date" tickFormatter={sayShortDay} minTickGap={32} {...axis} />
      <YAxis width="auto" allowDecimals={false} tickFormatter={say} {...axis} axisLine={false} />
      <Tooltip
        {...tooltip}
        labelFormatter={(date) => sayDay(String(date))}
        formatter={(value) => say(Number(value))}
      />
      {days.length > BARS_MAX ? (
        <Area {...series} type="linear" stroke="var(--color-primary)" name={name} />
      ) : (
        // Without a limit the seven bars of a week would be very wide.
        <Bar {...series} maxBarSize={28} name={name} />
      )}
    </ComposedChart>
  );
}

interface BarPlotProps {
  bars: { label: string; value: number }[];
  name: string;
}

export function BarPlot({ bars, name }: BarPlotProps) {
  return (
    <BarChart {...frame} data={bars} layout="vertical">
      <CartesianGrid horizontal={false} stroke="var(--color-base-300)" />
      <XAxis type="number" allowDecimals={false} tickFormatter={sayNumber} {...axis} />
      <YAxis type="category" dataKey="label" width="auto" {...axis} />
      <Tooltip {...tooltip} formatter={(value) => sayNumber(Number(value))} />
      <Bar {...series} maxBarSize={28} name={name} />
    </BarChart>
  );
}
