import { describe, expect, it } from "vitest";
import { createTurns } from "./turns.ts";

/** A queue whose tasks end when the test says so. */
function queueOf(atOnce: number, maxWaiting: number) {
  const run = createTurns({ atOnce, maxWaiting, maxWaitingEach: 2, retrySeconds: 1 });
  const started: string[] = [];
  const finishers = new Map<string, (error?: Error) => void>();
  const add = (name: string, turn: Parameters<typeof run>[1] = {}) =>
    run(
      () =>
        new Promise<string>((resolve, reject) => {
          started.push(name);
          finishers.set(name, (error) => (error ? reject(error) : resolve(name)));
        }),
      turn,
    );
  return { add, started, finish: (name: string, error?: Error) => finishers.get(name)?.(error) };
}

describe("turns", () => {
  it("runs so many at once, and the others in their order", async () => {
    const { add, started, finish } = queueOf(2, 10);
    const all = ["a", "b", "c", "d"].map((name) => add(name));
    expect(started).toEqual(["a", "b"]);
    finish("b");
    expect(await all[1]).toBe("b");
    await expect.poll(() => started).toEqual(["a", "b", "c"]);
    finish("a");
    await expect.poll(() => started).toEqual(["a", "b", "c", "d"]);
    finish("c");
    finish("d");
    expect(await Promise.all(all)).toEqual(["a", "b", "c", "d"]);
  });

  it("refuses kindly when too many wait, and takes new ones when there is room", async () => {
    const { add, started, finish } = queueOf(1, 1);
    const [running, waiting] = [add("a"), add("b")];
    await expect(add("c")).rejects.toMatchObject({
      code: "unavailable",
      details: { retryAfterSeconds: expect.any(Number) },
    });
    finish("a");
    await running;
    const later = add("d");
    await expect.poll(() => started).toEqual(["a", "b"]);
    finish("b");
    await waiting;
    await expect.poll(() => started).toEqual(["a", "b", "d"]);
    finish("d");
    expect(await later).toBe("d");
  });

  it("goes on after a task that fails", async () => {
    const { add, started, finish } = queueOf(1, 5);
    const [bad, good] = [add("bad"), add("good")];
    finish("bad", new Error("broken"));
    await expect(bad).rejects.toThrow("broken");
    await expect.poll(() => started).toEqual(["bad", "good"]);
    finish("good");
    expect(await good).toBe("good");
  });

  it("let one person or network have one place, however many they ask for", async () => {
    const { add, started, finish } = queueOf(2, 10);
    const theirs = ["a", "b", "c"].map((name) => add(name, { subjects: ["net", name] }));
    void add("other", { subjects: ["elsewhere"] });
    expect(started).toEqual(["a", "other"]);
    finish("a");
    expect(await theirs[0]).toBe("a");
    await expect.poll(() => started).toEqual(["a", "other", "b"]);
  });

  it("let nobody fill all places to wait, and refuse no part of what has begun", async () => {
    const { add, started, finish } = queueOf(1, 10);
    const mine = { subjects: ["mine"] };
    for (const name of ["a", "b", "c"]) void add(name, mine);
    await expect(add("d", mine)).rejects.toMatchObject({ code: "unavailable" });
    void add("begun", { ...mine, begun: true });
    void add("other", { subjects: ["theirs"] });
    for (const name of ["a", "b", "c", "begun"]) {
      await expect.poll(() => started).toContain(name);
      finish(name);
    }
    await expect.poll(() => started).toEqual(["a", "b", "c", "begun", "other"]);
  });
});
