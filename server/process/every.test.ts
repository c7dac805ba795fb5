import { Registry } from "prom-client";
import { afterEach, expect, it, vi } from "vitest";
import { createEvery } from "./every.ts";

const HOUR_MS = 3_600_000;
const log = { warn: vi.fn() };
const named = { name: "tidy", failure: "tidy failed" };

function create(readOnlyUntil: () => Promise<Date | null> = async () => null) {
  const registry = new Registry();
  const jobs = createEvery({ log, registry, readOnlyUntil });
  return { ...jobs, metrics: () => registry.metrics() };
}

/** Work whose rounds end when the test says so. */
function createWork() {
  const ends: (() => void)[] = [];
  const signals: AbortSignal[] = [];
  const work = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  return { work, ends, signals };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => void vi.useRealTimers());

it("does one round at a time, with times that differ by some percent", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  const { every } = create();
  const { work, ends } = createWork();
  every(1_000, work, named);
  vi.advanceTimersByTime(899);
  await settle();
  expect(ends).toHaveLength(0);
  vi.advanceTimersByTime(1);
  await settle();
  expect(ends).toHaveLength(1);
  vi.advanceTimersByTime(HOUR_MS);
  await settle();
  expect(ends).toHaveLength(1);
  random.mockReturnValue(0.5);
  ends[0]?.();
  await settle();
  vi.advanceTimersByTime(999);
  await settle();
  expect(ends).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await settle();
  expect(ends).toHaveLength(2);
  random.mockRestore();
});

it("shares one more round among all who ask during a round", async () => {
  const { every } = create();
  const { work, ends } = createWork();
  const job = every(HOUR_MS, work, named);
  const first = job.now();
  await settle();
  const asked = [job.now(), job.now()];
  ends[0]?.();
  await first;
  await settle();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await Promise.all(asked);
  expect(ends).toHaveLength(2);
});

it("counts rounds, logs those that fail, and goes on after the pause for failures", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { every, metrics } = create();
  const work = vi.fn().mockRejectedValueOnce(new Error("odd")).mockResolvedValue(undefined);
  every(1_000, work, { ...named, atOnce: true, retryMs: HOUR_MS });
  vi.advanceTimersByTime(0);
  await settle();
  expect(log.warn).toHaveBeenLastCalledWith({ err: new Error("odd") }, "tidy failed");
  vi.advanceTimersByTime(HOUR_MS / 2);
  await settle();
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(HOUR_MS);
  await settle();
  expect(work).toHaveBeenCalledTimes(2);
  expect(await metrics()).toContain('job_rounds_total{name="tidy",result="done"} 1');
  expect(await metrics()).toContain('job_rounds_total{name="tidy",result="failed"} 1');
});

it("counts the jobs of several parts of a process together", async () => {
  const registry = new Registry();
  for (const name of ["one", "two"]) {
    const jobs = createEvery({ log, registry, readOnlyUntil: async () => null });
    await jobs.every(HOUR_MS, async () => {}, { ...named, name }).now();
    await jobs.stop();
  }
  const shown = await registry.metrics();
  expect(shown).toContain('job_rounds_total{name="one",result="done"} 1');
  expect(shown).toContain('job_rounds_total{name="two",result="done"} 1');
});

it("rests while the site is read-only, except for what only reads", async () => {
  const { every, stop } = create(async () => new Date());
  const [resting, reading] = [vi.fn(), vi.fn()];
  await every(HOUR_MS, resting, named).now();
  await every(HOUR_MS, reading, { ...named, whileReadOnly: true }).now();
  expect([resting.mock.calls.length, reading.mock.calls.length]).toEqual([0, 1]);
  await stop();
});

it("stops: it tells the round under way, waits for it, and begins no other", async () => {
  const { every, stop } = create();
  const { work, ends, signals } = createWork();
  const job = every(HOUR_MS, work, named);
  void job.now();
  await settle();
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  await settle();
  expect(signals[0]?.aborted).toBe(true);
  expect(stopped).toBe(false);
  ends[0]?.();
  await stopping;
  await job.now();
  expect(ends).toHaveLength(1);
});

it("does a last round of what must not be left", async () => {
  const { every, stop } = create();
  const { work, ends, signals } = createWork();
  every(HOUR_MS, work, { ...named, lastly: true });
  const stopping = stop();
  await settle();
  expect(ends).toHaveLength(1);
  expect(signals[0]?.aborted).toBe(false);
  ends[0]?.();
  await stopping;
  expect(signals[0]?.aborted).toBe(true);
});
