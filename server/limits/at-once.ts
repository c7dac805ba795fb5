export interface AtOnce {
  /** Counts one more open thing of this subject, until `end`. False if there are too many. */
  enter(subject: string, end: AbortSignal): boolean | Promise<boolean>;
}

/** Limits how many things one subject has open at the same time on this server. */
export function createAtOnce(max: number) {
  const open = new Map<string, number>();

  function leave(subject: string): void {
    const left = (open.get(subject) ?? 1) - 1;
    if (left > 0) open.set(subject, left);
    else open.delete(subject);
  }

  return {
    enter(subject, end) {
      const count = open.get(subject) ?? 0;
      if (count >= max) return false;
      // The caller has left already, so nothing is open.
      if (end.aborted) return true;
      open.set(subject, count + 1);
      end.addEventListener("abort", () => leave(subject), { once: true });
      return true;
    },
  } satisfies AtOnce;
}
