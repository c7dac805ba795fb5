import { useRef } from "react";
import { Dialog } from "../components/dialog.tsx";
import { QrCode } from "../components/qr-code.tsx";
import { saveFile } from "../lib/download.ts";

interface QrCodeDialogProps {
  address: string;
  onClose: () => void;
}

export default function QrCodeDialog({ address, onClose }: QrCodeDialogProps) {
  const code = useRef<SVGSVGElement>(null);

  function download() {
    const file = new Blob([code.current?.outerHTML ?? ""], { type: "image/svg+xml" });
    saveFile(file, "survey-qr-code.svg");
  }

  return (
    <Dialog title="Scan to open this survey" onClose={onClose}>
      <QrCode ref={code} text={address} label="QR code with the address of this survey" />
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
