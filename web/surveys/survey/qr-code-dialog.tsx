import { useRef } from "react";
import * as common from "#words/common";
import * as t from "#words/surveys";
import { Dialog } from "../../components/dialog.tsx";
import { QrCode } from "../../components/qr-code.tsx";
import { saveFile } from "../../lib/download.ts";
import { withSource } from "../votes/shared/source.ts";

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
    <Dialog title={t.scan} onClose={onClose}>
      <QrCode ref={code} text={withSource(address, "qr")} label={t.qrCodeLabel} />
      <p dir="ltr" className="text-sm break-all text-muted select-all">
        {address}
      </p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-primary" onClick={download}>
          {common.download}
        </button>
        <button type="button" className="btn btn-outline" onClick={onClose}>
          {common.close}
        </button>
      </div>
    </Dialog>
  );
}
