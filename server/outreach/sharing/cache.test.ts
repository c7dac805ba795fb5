import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { createPictures, createVersions, type Shown } from "./cache.ts";
import type { Look, Pictured } from "./rules.ts";

const look: Look = { name: "Our polls", colour: null, mark: null, icon: null };

const newSurvey = (): Pictured => ({
  _id: randomUUID(),
  title: "Free buses",
  description: "For everybody",
  question: "Should they be free?",
  language: "en",
  translations: [],
  phase: "open",
  resultsMode: "always",
  ballot: "named",
  counting: null,
  results: { yes: 0, no: 0 },
  votes: 0,
  setAside: { count: 0, reasons: [] },
});

function versionOf(survey: Pictured): Shown {
  const shown = createVersions((text) => text)(survey, "en", look);
  if (!shown) throw new Error("there is no picture");
  return shown;
}

const later = (survey: Pictured, yes: number): Pictured => ({
  ...survey,
  votes: yes,
  results: { yes, no: 0 },
});

describe("a version", () => {
  it("stays for a minute, whatever happens", () => {
    const start = performance.now();
    const time = vi.spyOn(performance, "now").mockReturnValue(start);
    try {
      const newestOf = createVersions((text) => text);
      const survey = newSurvey();
      const first = newestOf(survey, "en", look);
      time.mockReturnValue(start + 59_000);
      expect(newestOf(later(survey, 1), "en", look)).toBe(first);
      time.mockReturnValue(start + 61_000);
      const second = newestOf(later(survey, 2), "en", look);
      expect(second?.version).toMatchObject({ order: 2 });
      expect(second?.version.hash).not.toBe(first?.version.hash);
    } finally {
      time.mockRestore();
    }
  });

  it("is the same again if nothing has changed", () => {
    const survey = newSurvey();
    expect(versionOf(survey)).toEqual(versionOf(survey));
  });
});

/** A painter whose pictures are done when the test says so. */
function painter(bytes = 10) {
  const begun: (() => void)[] = [];
  const draw = vi.fn(
    () => new Promise<Buffer>((resolve) => begun.push(() => resolve(Buffer.alloc(bytes)))),
  );
  return {
    draw,
    finish: () => {
      for (const end of begun.splice(0)) end();
    },
  };
}

const asker = (network: string, pay = () => {}) => ({ network, pay });

describe("pictures", () => {
  it("are drawn once for all who ask, and paid by the first", async () => {
    const { draw, finish } = painter();
    const read = createPictures({ draw, atOnce: 2 });
    const shown = versionOf(newSurvey());
    const pay = vi.fn();
    const all = Promise.all(
      Array.from({ length: 100 }, (_, n) => read(shown, asker(`network ${n}`, pay))),
    );
    finish();
    expect(new Set((await all).map(({ bytes }) => bytes)).size).toBe(1);
    await read(shown, asker("one more", pay));
    expect(draw).toHaveBeenCalledTimes(1);
    expect(pay).toHaveBeenCalledTimes(1);
  });

  it("are drawn two at a time, and one for each network", async () => {
    const { draw, finish } = painter();
    const read = createPictures({ draw, atOnce: 2 });
    const asked = ["a", "a", "b", "c"].map((name) => read(versionOf(newSurvey()), asker(name)));
    expect(draw).toHaveBeenCalledTimes(2);
    finish();
    await expect.poll(() => draw.mock.calls.length).toBe(4);
    finish();
    expect(await Promise.all(asked)).toHaveLength(4);
  });

  it("are the last ones while too many wait, and refused where there is none", async () => {
    const { draw, finish } = painter();
    const read = createPictures({ draw, atOnce: 1 });
    const survey = newSurvey();
    const first = read(versionOf(survey), asker("a"));
    finish();
    const { bytes } = await first;
    const waiting = Array.from({ length: 101 }, (_, n) =>
      read(versionOf(newSurvey()), asker(`network ${n}`)),
    );
    const newer = versionOf(later(survey, 1));
    expect(await read(newer, asker("b"))).toEqual({ bytes, isNewest: false });
    await expect(read(versionOf(newSurvey()), asker("b"))).rejects.toMatchObject({
      code: "unavailable",
    });
    const drawAll = setInterval(finish, 0);
    await Promise.all(waiting);
    const drawn = await read(newer, asker("b"));
    clearInterval(drawAll);
    expect(drawn.isNewest).toBe(true);
  });

  it("are forgotten when they would take too much memory, those that nobody asks for first", async () => {
    const draw = vi.fn(async () => Buffer.alloc(10 * 1024 * 1024));
    const read = createPictures({ draw, atOnce: 2 });
    const [first, ...others] = Array.from({ length: 4 }, () => versionOf(newSurvey()));
    if (!first || !others[0]) throw new Error("there are none");
    await read(first, asker("a"));
    for (const one of others) {
      await read(one, asker("a"));
      await read(first, asker("a"));
    }
    expect(draw).toHaveBeenCalledTimes(4);
    await read(others[0], asker("a"));
    expect(draw).toHaveBeenCalledTimes(5);
  });
});
