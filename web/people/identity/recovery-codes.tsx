import { useState } from "react";
import * as t from "#words/factors";
import { Notice } from "../../components/notice.tsx";
import { saveFile } from "../../lib/download.ts";

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
    <section className="grid gap-4" aria-label={t.recoveryCodes}>
      <Notice tone="warning">{t.keepCodes}</Notice>
      <ul
        dir="ltr"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-panel bg-base-200 p-5 font-mono select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {/* The clipboard is missing over plain http. */}
        {navigator.clipboard && (
          <button type="button" className="btn btn-outline" onClick={() => void copy()}>
            {copied ? t.copied : t.copy}
          </button>
        )}
        <button
          type="button"
          className="btn btn-outline"
          onClick={() => saveFile(new Blob([text], { type: "text/plain" }), "recovery-codes.txt")}
        >
          {t.download}
        </button>
        <button type="button" className="btn btn-primary" onClick={onKept}>
          {t.kept}
        </button>
      </div>
      <p role="status" className="sr-only">
        {copied && t.codesCopied}
      </p>
    </section>
  );
}
