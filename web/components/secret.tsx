import { useState } from "react";
import { Notice } from "./notice.tsx";

interface SecretProps {
  value: string;
  words: { once: string; copy: string; copied: string; kept: string };
  onKept: () => void;
}

/** Something that the server shows only once. */
export function Secret({ value, words, onKept }: SecretProps) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(value);
    setCopied(true);
  }
  return (
    // Focused, because the button that made it is gone, and so that screen readers read it.
    <div ref={(shown) => shown?.focus()} tabIndex={-1} className="grid gap-4 outline-none">
      <Notice tone="warning">{words.once}</Notice>
      <p
        dir="ltr"
        className="rounded-panel bg-base-200 p-5 text-start font-mono wrap-anywhere select-all"
      >
        {value}
      </p>
      <div className="flex flex-wrap gap-2">
        {/* The clipboard is missing over plain http. */}
        {navigator.clipboard && (
          <button type="button" className="btn btn-outline" onClick={() => void copy()}>
            {copied ? words.copied : words.copy}
          </button>
        )}
        <button type="button" className="btn btn-primary" onClick={onKept}>
          {words.kept}
        </button>
      </div>
      <p role="status" className="sr-only">
        {copied && words.copied}
      </p>
    </div>
  );
}
