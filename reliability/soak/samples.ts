/** What the server says of itself, read several times a minute. */
export interface Sample {
  memoryMb: number;
  heapMb: number;
  handles: number;
  files: number;
}

/** The figures of one part of the run. */
export interface Part {
  minutes: string;
  writesPerSecond: number;
  memoryMb: number;
  /** The lowest, which is what is left after the garbage collector. */
  heapMb: number;
  handles: number;
  files: number;
  /** Milliseconds of computing for each confirmed write, with all that goes on beside it. */
  serverMs: number;
  databaseMs: number;
}

const MEGABYTE = 1024 * 1024;

export async function readSample(url: string): Promise<Sample> {
  const answer = await fetch(`${url}/metrics`);
  const text = await answer.text();
  const read = (name: string) => Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1]);
  const handles = [...text.matchAll(/^nodejs_active_handles\{.*\} (.+)$/gm)];
  return {
    memoryMb: read("process_resident_memory_bytes") / MEGABYTE,
    heapMb: read("nodejs_heap_size_used_bytes") / MEGABYTE,
    handles: handles.reduce((sum, [, count]) => sum + Number(count), 0),
    files: read("process_open_fds"),
  };
}

export function summarise(samples: Sample[]): Pick<Part, keyof Sample> {
  const mean = (of: keyof Sample) =>
    samples.reduce((sum, sample) => sum + sample[of], 0) / samples.length;
  return {
    memoryMb: mean("memoryMb"),
    heapMb: Math.min(...samples.map(({ heapMb }) => heapMb)),
    handles: mean("handles"),
    files: mean("files"),
  };
}

/** How much each may grow from the second part to the last. The first is for warming up. */
const allowed: Partial<Record<keyof Part, number>> = {
  // The garbage collector decides when to give memory back.
  memoryMb: 1.2,
  heapMb: 1.1,
  // People come and go by chance.
  handles: 1.1,
  files: 1.1,
  // A machine that does other work slows down computing too, though less than answers.
  serverMs: 1.3,
  databaseMs: 1.3,
};

/** What was not flat, in words. */
export function findGrowth(parts: Part[]): string[] {
  const [first, last] = [parts[1], parts.at(-1)];
  if (!first || !last) return ["too short to compare anything"];
  return Object.entries(allowed).flatMap(([name, most]) => {
    const [before, after] = [Number(first[name as keyof Part]), Number(last[name as keyof Part])];
    // Also when one of them is not a number.
    if (after / before <= most) return [];
    return [`${name} went from ${before.toFixed(1)} to ${after.toFixed(1)}`];
  });
}
