import { useEffect, useRef, useState } from "react";
import { ApiProblem } from "./api.ts";
import { pause } from "./pause.ts";

// Soon enough for a restart, which takes seconds; then seldom enough that those who wait are no crowd.
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;
// By then most people have left, and a press of the button tries again.
const GIVE_UP_MS = 15 * 60_000;

/**
 * Repeats a call by itself while the site can't be reached: `run(call)`. Only for a call that the server
 * counts once, however often it gets it. It ends when it is answered, stopped, or the page is left.
 */
export function useKeptTrying() {
  const [isTrying, setTrying] = useState(false);
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
          const isOutage = error instanceof ApiProblem && error.code === "unavailable";
          if (!isOutage || signal.aborted || performance.now() > end) throw error;
          setTrying(true);
          await pause(wait * (0.5 + Math.random()), signal);
          if (signal.aborted) throw error;
        }
      }
    } finally {
      setTrying(false);
    }
  }

  return { run, isTrying, stop };
}
