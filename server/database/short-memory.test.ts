import { expect, it, onTestFinished, vi } from "vitest";
import { createShortMemory } from "./short-memory.ts";

it("keeps nothing longer because the clock is set back", async () => {
  const load = vi.fn(async () => "value");
  const memory = createShortMemory({ load, maxAgeMs: 50, maxItems: 1 });
  await memory.read("key");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  await vi.waitFor(async () => {
    await memory.read("key");
    expect(load).toHaveBeenCalledTimes(2);
  });
});
