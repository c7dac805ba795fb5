import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBatcher } from "./batcher.ts";

/** A `run` that waits until it is released and records its batches. */
function gatedRun() {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  const run = async (items: number[]) => {
    batches.push(items);
    await new Promise<void>((open) => gates.push(open));
    return items.map((item) => item * 10);
  };
  const release = async () => {
    await expect.poll(() => gates.length).toBeGreaterThan(0);
    gates.shift()?.();
  };
  return { batches, run, release };
}

describe("createBatcher", () => {
  it("runs a lone call at once and alone", async () => {
    const batches: number[][] = [];
    const batcher = createBatcher({
      run: async (items: number[]) => {
        batches.push(items);
        return items;
      },
      maxItems: 10,
    });
    await expect(batcher.run(1)).resolves.toBe(1);
    await expect(batcher.run(2)).resolves.toBe(2);
    expect(batches).toEqual([[1], [2]]);
  });

  it("collects what arrives meanwhile into the next batch, in order", async () => {
    const { batches, run, release } = gatedRun();
    const batcher = createBatcher({ run, maxItems: 10 });
    const first = batcher.run(1);
    await expect.poll(() => batches.length).toBe(1);
    const rest = [2, 3, 4].map((item) => batcher.run(item));
    await release();
    await release();
    expect(await Promise.all([first, ...rest])).toEqual([10, 20, 30, 40]);
    expect(batches).toEqual([[1], [2, 3, 4]]);
  });

  it("answers nobody before their own batch is done", async () => {
    const { batches, run, release } = gatedRun();
    const batcher = createBatcher({ run, maxItems: 1 });
    const answered: number[] = [];
    const calls = [1, 2].map((item) => batcher.run(item).then((result) => answered.push(result)));
    await release();
    await expect.poll(() => batches.length).toBe(2);
    expect(answered).toEqual([10]);
    await release();
    await Promise.all(calls);
    expect(answered).toEqual([10, 20]);
  });

  it("fails the guilty call alone, and goes on with the next", async () => {
    const batcher = createBatcher({
      run: async (items: number[]) => {
        if (items.includes(1)) throw new Error("no luck");
        return items;
      },
      maxItems: 2,
    });
    const calls = [1, 2, 3].map((item) => batcher.run(item));
    const results = await Promise.allSettled(calls);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  });

  it("lets no item hurt another, wherever the guilty ones stand", async () => {
    const items = fc.array(fc.record({ guilty: fc.boolean(), value: fc.integer() }), {
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(items, fc.integer({ min: 1, max: 20 }), async (given, maxItems) => {
        const written: number[] = [];
        const batcher = createBatcher({
          run: async (batch: typeof given) => {
            await Promise.resolve();
            // Writes all of a batch or nothing, as a statement does.
            if (batch.some(({ guilty }) => guilty)) throw new Error("poisoned");
            written.push(...batch.map(({ value }) => value));
            return batch.map(({ value }) => value * 2);
          },
          maxItems,
        });
        const results = await Promise.allSettled(given.map((item) => batcher.run(item)));
        expect(results).toEqual(
          given.map(({ guilty, value }) =>
            guilty
              ? { status: "rejected", reason: new Error("poisoned") }
              : { status: "fulfilled", value: value * 2 },
          ),
        );
        // Each once, in the order in which they came.
        expect(written).toEqual(given.flatMap(({ guilty, value }) => (guilty ? [] : [value])));
      }),
    );
  });

  it.each([
    ["57P01", "the server is stopping"],
    ["57014", "the statement took too long"],
    ["53100", "the disk is full"],
    ["40P01", "a deadlock"],
  ])("asks once, not item by item, when the database is in trouble: %s", async (code, message) => {
    let runs = 0;
    const batcher = createBatcher<number, number>({
      run: async () => {
        runs += 1;
        throw Object.assign(new Error(message), { code });
      },
      maxItems: 10,
    });
    const results = await Promise.allSettled([1, 2, 3, 4].map((item) => batcher.run(item)));
    expect(results.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
    expect(runs).toBe(1);
  });

  it("refuses a run that answers too few, and one that throws before it starts", async () => {
    const short = createBatcher({ run: async () => [], maxItems: 5 });
    await expect(short.run(1)).rejects.toThrow("A batch of 1 was given 0 answers");
    const thrower = createBatcher<number, number>({
      run: () => {
        throw new Error("at once");
      },
      maxItems: 5,
    });
    await expect(thrower.run(1)).rejects.toThrow("at once");
    await expect(thrower.run(2)).rejects.toThrow("at once");
  });

  it("gives everybody their own answer, never exceeds its size and loses nothing", async () => {
    const waves = fc.array(fc.array(fc.integer(), { maxLength: 30 }), { maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(waves, fc.integer({ min: 1, max: 7 }), async (arrivals, maxItems) => {
        const sizes: number[] = [];
        const batcher = createBatcher({
          run: async (items: number[]) => {
            sizes.push(items.length);
            await Promise.resolve();
            return items.map(String);
          },
          maxItems,
        });
        const answers: Promise<string>[] = [];
        for (const wave of arrivals) {
          answers.push(...wave.map((item) => batcher.run(item)));
          await Promise.resolve();
        }
        expect(await Promise.all(answers)).toEqual(arrivals.flat().map(String));
        expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(maxItems);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(arrivals.flat().length);
      }),
    );
  });
});
