/**
 * Collects calls that arrive while an earlier batch is under way, and answers them together.
 * There is no timer: an idle server runs a call at once, a busy one runs hundreds in one go.
 */
export interface Batcher<Item, Result> {
  add(item: Item): Promise<Result>;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

export interface BatcherOptions<Item, Result> {
  /** Answers every item, in the same order. A rejection is passed to each of them. */
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
      for (const { reject } of batch) reject(error);
    }
  }

  return {
    add(item) {
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
