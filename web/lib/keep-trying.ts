import { useEffect, useRef, useState } from "react";
import { ApiProblem } from "./api.ts";
import { pause } from "./pause.ts";

// Soon enough for a restart, which takes seconds; then seldom enough that those who wait are no crowd.
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;
// The log, which must have the key of ballot papers first, grows each minute.
const PAPER_WAIT_MS = 20_000;
// By then most people have left, and a press of the button tries again.
const GIVE_UP_MS = 15 * 60_000;

/**
 * Repeats a call by itself while the site can't be reached, or a ballot paper
 * is not ready yet: `run(call)`. Only for a call that the server
 * counts once, however often it gets it. It ends when it is answered, stopped, or the page is left.
 */
export function useKeptTrying() {
  const [isTrying, setTrying] = useState(false);
  const [paperAt, setPaperAt] = useState<number>();
  const stopping = useRef<AbortController>(null);
  const stop = () => stopping.current?.abort();
  useEffect(() => () => stopping.current?.abort(), []);

  async function run<Result>(call: () => Promise<Result>): Promise<Result> {
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    const end = performance.now() + GIVE_UP_MS;
    try {
      for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
        try {
          return await call();
        } catch (error) {
          const code = error instanceof ApiProblem && error.code;
          const isWaiting = code === "paper_not_ready";
          if ((code !== "unavailable" && !isWaiting) || signal.aborted || performance.now() > end)
            throw error;
          const ms = isWaiting ? PAPER_WAIT_MS : wait * (0.5 + Math.random());
          setPaperAt(isWaiting ? Date.now() + ms : undefined);
          setTrying(true);
          await pause(ms, signal);
          if (signal.aborted) throw error;
        }
      }
    } finally {
      setTrying(false);
    }
  }

  /** `paperAt`: when a ballot paper that is not ready yet is asked for again. */
  return { run, isTrying, paperAt, stop };
}

export type KeptTrying = ReturnType<typeof useKeptTrying>;
