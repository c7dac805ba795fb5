import { useEffect, useState } from "react";
import * as t from "#words/formats";
import { sayClock, sayTimeLeft } from "../lib/format.ts";

// Seconds matter only at the end.
const LAST_MS = 5 * 60_000;
const RARELY_MS = 30_000;

interface CountdownProps {
  event: keyof typeof t.countdown;
  until: string;
}

/** How long until then. A timer is not announced by screen readers each time it changes. */
export function Countdown({ event, until }: CountdownProps) {
  const [now, setNow] = useState(() => Date.now());
  const left = Date.parse(until) - now;

  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), left < LAST_MS ? 1_000 : RARELY_MS);
    return () => clearTimeout(timer);
  }, [left]);

  return (
    // Time has passed since the server wrote it.
    <span role="timer" className="tabular-nums" suppressHydrationWarning>
      {t.countdown[event]({ when: sayTimeLeft(left) })}
    </span>
  );
}

/** Minutes and seconds until a moment that is near. */
export function SecondsLeft({ until }: { until: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.ceil((until - now) / 1_000));
  return (
    <span role="timer" className="tabular-nums">
      {sayClock(left)}
    </span>
  );
}
