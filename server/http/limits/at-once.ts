import { NETWORK_TIMES } from "./limits.ts";
import { type NetworkLevel, namesOf, type Subject } from "./network.ts";

export interface AtOnce {
  /** Counts one more open thing of this subject, until `end`. False if there are too many. */
  enter(subject: Subject, end: AbortSignal): boolean | Promise<boolean>;
}

/** Limits how many things one subject has open at the same time on this server. */
export function createAtOnce(max: number, times: Record<NetworkLevel, number> = NETWORK_TIMES) {
  const open = new Map<string, number>();

  function leave(name: string): void {
    const left = (open.get(name) ?? 1) - 1;
    if (left > 0) open.set(name, left);
    else open.delete(name);
  }

  return {
    enter(subject, end) {
      const names = namesOf(subject);
      if (names.some(({ name, level }) => (open.get(name) ?? 0) >= max * times[level])) {
        return false;
      }
      // The caller has left already, so nothing is open.
      if (end.aborted) return true;
      for (const { name } of names) open.set(name, (open.get(name) ?? 0) + 1);
      end.addEventListener(
        "abort",
        () => {
          for (const { name } of names) leave(name);
        },
        { once: true },
      );
      return true;
    },
  } satisfies AtOnce;
}
