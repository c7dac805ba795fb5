import { useRef } from "react";
import { encode } from "uqr";
import { Dialog } from "../components/dialog.tsx";
import { saveFile } from "../lib/download.ts";

interface QrCodeDialogProps {
  address: string;
  onClose: () => void;
}

export function QrCodeDialog({ address, onClose }: QrCodeDialogProps) {
  const code = useRef<SVGSVGElement>(null);

  function download() {
    const file = new Blob([code.current?.outerHTML ?? ""], { type: "image/svg+xml" });
    saveFile(file, "survey-qr-code.svg");
  }

  return (
    <Dialog title="Scan to open this survey" onClose={onClose}>
      <QrCode ref={code} text={address} />
      <p className="text-sm break-all text-muted select-all">{address}</p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-primary" onClick={download}>
          Download
        </button>
        <button type="button" className="btn btn-outline" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

/** Dark on white whatever the theme: many readers take nothing else. */
function QrCode({ text, ref }: { text: string; ref: React.Ref<SVGSVGElement> }) {
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
      aria-label="QR code with the address of this survey"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join("")} fill="#000" />
    </svg>
  );
}
