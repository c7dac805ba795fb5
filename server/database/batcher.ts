import { isOwnFailure } from "./retry.ts";

/**
 * Collects calls that arrive while an earlier batch is under way, and answers them together.
 * There is no timer: an idle server runs a call at once, a busy one runs hundreds in one go.
 * An item that makes its batch fail fails alone.
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
   * Answers every item, in the same order, or changes nothing and rejects. It may be given the
   * same items again, in smaller batches.
   */
  run: (items: Item[]) => Promise<Result[]>;
  /** Keeps one statement's parameters, memory and lock time bounded. */
  maxItems: number;
}

export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): Batcher<Item, Result> {
  const { run, maxItems } = options;
  let queue: Waiting<Item, Result>[] = [];
  let running = false;

  async function drain(): Promise<void> {
    running = true;
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
      // One item may be to blame, but no item is when the database itself is in trouble: then
      // hundreds of statements more would only make that worse.
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
      // A microtask later, so that calls of one tick share the first batch too.
      if (!running) {
        running = true;
        queueMicrotask(drain);
      }
      return promise;
    },
  };
}

/** Promise.withResolvers, which Node 20 does not have yet. */
function newPromise<Result>() {
  let resolve!: (result: Result) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<Result>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
