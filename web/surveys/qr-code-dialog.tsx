import { useEffect, useRef } from "react";
import { encode } from "uqr";
import { DIALOG_WIDTH } from "../../contract/wording.ts";

interface QrCodeDialogProps {
  address: string;
  onClose: () => void;
}

export function QrCodeDialog({ address, onClose }: QrCodeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const code = useRef<SVGSVGElement>(null);

  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby="qr-code"
      className="alert-dialog"
      style={{ width: DIALOG_WIDTH }}
      onClose={onClose}
    >
      <div className="grid gap-4 p-6 sm:p-8">
        <h2 id="qr-code" className="font-display text-subtitle">
          Scan to open this survey
        </h2>
        <QrCode ref={code} text={address} />
        <p className="text-sm break-all text-muted select-all">{address}</p>
        <div className="flex flex-wrap gap-2">
          <button
            type="button"
            className="btn btn-primary"
            onClick={() => code.current && download(code.current)}
          >
            Download
          </button>
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </div>
    </dialog>
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

function download(code: SVGSVGElement): void {
  const file = new Blob([code.outerHTML], { type: "image/svg+xml" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "survey-qr-code.svg";
  link.click();
  URL.revokeObjectURL(link.href);
}
