interface ScaleProps {
  top: number;
  say: (value: number) => string;
}

/** The numbers at the left of a plot: its top, its middle and its bottom. */
export function Scale({ top, say }: ScaleProps) {
  return (
    <div className="flex flex-col justify-between text-end leading-none tabular-nums">
      <span>{say(top)}</span>
      <span>{say(top / 2)}</span>
      <span>{say(0)}</span>
    </div>
  );
}
