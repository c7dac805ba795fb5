import { setTimeout as wait } from "node:timers/promises";

/** Asks again and again until there is an answer; fails after some seconds, and says for what. */
export async function until<Result>(
  what: string,
  withinSeconds: number,
  ask: () => Promise<Result | false | null | undefined>,
): Promise<Result> {
  const deadline = performance.now() + withinSeconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > deadline) throw new Error(`no ${what} within ${withinSeconds} seconds`);
    await wait(100);
  }
}
