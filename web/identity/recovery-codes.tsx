import { useState } from "react";
import { Notice } from "../components/notice.tsx";
import { saveFile } from "../lib/download.ts";

interface RecoveryCodesProps {
  codes: string[];
  onKept: () => void;
}

/** Shown once: the server can't show them again. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const [copied, setCopied] = useState(false);
  const text = `${codes.join("\n")}\n`;

  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  }

  return (
    <section className="grid gap-4" aria-label="Recovery codes">
      <Notice tone="warning">
        Keep these recovery codes in a safe place. Each one logs you in once, if you lose your
        device. They are not shown again.
      </Notice>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-panel bg-base-200 p-5 font-mono select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {/* The clipboard is missing over plain http. */}
        {navigator.clipboard && (
          <button type="button" className="btn btn-outline" onClick={() => void copy()}>
            {copied ? "Copied" : "Copy"}
          </button>
        )}
        <button
          type="button"
          className="btn btn-outline"
          onClick={() => saveFile(new Blob([text], { type: "text/plain" }), "recovery-codes.txt")}
        >
          Download
        </button>
        <button type="button" className="btn btn-primary" onClick={onKept}>
          I have kept them
        </button>
      </div>
      <p role="status" className="sr-only">
        {copied && "The recovery codes are copied."}
      </p>
    </section>
  );
}
