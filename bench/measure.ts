/** The median time of `work` in milliseconds. */
export async function median(runs: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

/** Calls answered per second while `parallel` calls are always running. */
export async function throughput(
  { total, parallel }: { total: number; parallel: number },
  work: (index: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  async function worker(): Promise<void> {
    while (next < total) {
      next += 1;
      await work(next - 1);
    }
  }
  const start = performance.now();
  await Promise.all(Array.from({ length: parallel }, worker));
  return (total / (performance.now() - start)) * 1000;
}

/** Machines differ and are noisy; only ratios within one run are meaningful. */
export function report(what: string, ratio: number, against: string): void {
  process.stdout.write(`${ratio.toFixed(2).padStart(8)} ×  ${what}, against ${against}\n`);
}
