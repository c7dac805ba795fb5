import { useRef } from "react";

/**
 * The server takes calls with the same key for one call. Whoever sends the same content again,
 * because no answer came, sends the same key; other content is another call.
 */
export function useIdempotencyKey() {
  const last = useRef<{ content: string; key: string } | null>(null);
  return {
    keyFor(content: string): string {
      if (last.current?.content !== content) last.current = { content, key: randomUuid() };
      return last.current.key;
    },
    /** For content that may rightly be sent twice. */
    forget() {
      last.current = null;
    },
  };
}

/** `crypto.randomUUID` is missing where a site is served over plain http. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  // Version 4, and the variant of RFC 9562.
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}
