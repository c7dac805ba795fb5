import { useRef } from "react";
import { randomUuid } from "./random-uuid.ts";

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
