import { isOwnFailure } from "./retry.ts";

/**
 * Collects calls that arrive while an earlier batch runs, and runs them together. There is no
 * timer: an idle server runs a call at once, a busy one runs hundreds together. If an item makes
 * its batch fail, only that item fails.
 */
export interface Batcher<Item, Result> {
  run(item: Item): Promise<Result>;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

export interface BatcherOptions<Item, Result> {
  /**
   * Returns a result for every item, in the same order, or changes nothing and rejects. It may be
   * called again with the same items, in smaller batches.
   */
  run: (items: Item[]) => Promise<Result[]>;
  /** Limits the parameters, memory and lock time of one statement. */
  maxItems: number;
}

export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): Batcher<Item, Result> {
  const { run, maxItems } = options;
  let queue: Waiting<Item, Result>[] = [];
  let running = false;

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, maxItems);
      queue = queue.slice(maxItems);
      await answer(batch);
    }
    running = false;
  }

  async function answer(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      if (results.length !== batch.length) {
        throw new Error(`A batch of ${batch.length} was given ${results.length} answers`);
      }
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      // Usually one item is the cause, and halving the batch finds it. But if the database itself
      // fails, hundreds of further statements would only make that worse.
      if (batch.length === 1 || isOwnFailure(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await answer(batch.slice(0, middle));
      await answer(batch.slice(middle));
    }
  }

  return {
    run(item) {
      const { promise, resolve, reject } = newPromise<Result>();
      queue.push({ item, resolve, reject });
      // Starts when all requests that have arrived are read, so that they share the first batch.
      if (!running) {
        running = true;
        setImmediate(drain);
      }
      return promise;
    },
  };
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function newPromise<Result>() {
  let resolve!: (result: Result) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<Result>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
