/** What has to be undone at the end, whatever brings it about. */
export interface Ending {
  /** Runs at the end, the last added first. Throws if the end has come: then nothing may be begun. */
  add(undo: () => unknown): void;
  run(): Promise<void>;
}

export function createEnding(): Ending {
  const steps: (() => unknown)[] = [];
  let running: Promise<void> | undefined;

  async function undoAll(): Promise<void> {
    for (const undo of steps.reverse()) {
      try {
        await undo();
      } catch (error) {
        // What can't be undone must not keep the rest from it.
        process.stderr.write(`${error}\n`);
      }
    }
  }

  return {
    add(undo) {
      if (running) throw new Error("nothing is begun any more, because everything is being ended");
      steps.push(undo);
    },
    run() {
      running ??= undoAll();
      return running;
    },
  };
}
