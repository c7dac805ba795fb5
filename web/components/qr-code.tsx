import type { Ref } from "react";
import { encode } from "uqr";

interface QrCodeProps {
  text: string;
  /** Says what the code contains. */
  label: string;
  ref?: Ref<SVGSVGElement>;
}

/** Dark on white in every theme, because many readers need that. */
export function QrCode({ text, label, ref }: QrCodeProps) {
  const { data, size } = encode(text);
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${size} ${size}`}
      className="w-full rounded-field"
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join("")} fill="#000" />
    </svg>
  );
}
