import { ProblemError } from "./problems.ts";

interface Options {
  atOnce: number;
  /** How many of them may be one subject's. By default one, so that nobody has all places. */
  atOnceEach?: number;
  maxWaiting: number;
  /** The same of those that wait. */
  maxWaitingEach?: number;
  retrySeconds: number;
}

interface Turn {
  /** For whom it is: a network, a person. */
  subjects?: string[];
  /** A part of something that has begun is not refused. */
  begun?: boolean;
}

/** Runs tasks in their order, so many at once. Refuses with 503 when too many wait. */
export function createTurns(options: Options) {
  const { atOnce, atOnceEach = 1, maxWaiting, maxWaitingEach, retrySeconds } = options;
  const waiting: { subjects: string[]; start: () => void }[] = [];
  const busy = new Map<string, number>();
  let running = 0;

  const mayStart = (subjects: string[]) =>
    running < atOnce && subjects.every((subject) => (busy.get(subject) ?? 0) < atOnceEach);

  function enter(subjects: string[]): void {
    running += 1;
    for (const subject of subjects) busy.set(subject, (busy.get(subject) ?? 0) + 1);
  }

  function leave(subjects: string[]): void {
    running -= 1;
    for (const subject of subjects) {
      const left = (busy.get(subject) ?? 1) - 1;
      if (left > 0) busy.set(subject, left);
      else busy.delete(subject);
    }
    for (let next = findNext(); next >= 0; next = findNext()) {
      const [turn] = waiting.splice(next, 1);
      enter(turn?.subjects ?? []);
      turn?.start();
    }
  }

  const findNext = () => waiting.findIndex((turn) => mayStart(turn.subjects));

  function isFull(subjects: string[]): boolean {
    if (waiting.length >= maxWaiting) return true;
    if (maxWaitingEach === undefined) return false;
    const isTheirs = (turn: { subjects: string[] }) =>
      turn.subjects.some((subject) => subjects.includes(subject));
    return waiting.filter(isTheirs).length >= maxWaitingEach;
  }

  return async function run<Result>(
    task: () => Promise<Result>,
    { subjects = [], begun = false }: Turn = {},
  ): Promise<Result> {
    if (mayStart(subjects)) enter(subjects);
    else if (begun || !isFull(subjects)) {
      await new Promise<void>((start) => waiting.push({ subjects, start }));
    } else throw new ProblemError("unavailable", { retryAfterSeconds: retrySeconds });
    try {
      return await task();
    } finally {
      leave(subjects);
    }
  };
}
