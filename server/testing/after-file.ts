const steps: (() => unknown)[] = [];

/**
 * Runs a step after the last test of the current file. Vitest ignores `afterAll` when it is called
 * inside another hook or a test, and files of one worker share a process: without this, servers of
 * earlier files would go on working beside the tests of later ones.
 */
export function afterFile(step: () => unknown): void {
  steps.push(step);
}

/** What was opened last is closed first. Called by `close-after-file.ts`. */
export async function runAfterFile(): Promise<void> {
  for (const step of steps.splice(0).reverse()) await step();
}
