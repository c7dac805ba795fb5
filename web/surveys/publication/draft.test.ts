import { beforeEach, expect, test, vi } from "vitest";
import { emptyDraft, fromStored, toStored, unsavedOf } from "./draft.ts";

const draft = {
  ...emptyDraft,
  title: "Trams",
  category: "politics" as const,
  closesAt: "2027-01-31T12:00",
  language: "fr" as const,
  translations: { ar: { title: "ترام", description: "", question: "" } },
};

test("a draft comes back as it was stored, in any order of its fields", () => {
  const stored = toStored(draft);
  expect(stored.closesAt).toBe(new Date(draft.closesAt).toISOString());
  expect(fromStored(stored)).toEqual(draft);
  const { title, ...rest } = draft;
  expect(JSON.stringify(toStored({ ...rest, title }))).toBe(JSON.stringify(stored));
});

test("what no server takes is sent as it is, and a time that is none is left out", () => {
  const title = "x".repeat(1_000);
  expect(toStored({ ...draft, title, opensAt: "tomorrow" })).toMatchObject({ title, opensAt: "" });
});

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  // As in a browser, whose storage has its keys as properties.
  const keys = { ownKeys: () => [...kept.keys()] };
  const described = { getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) };
  vi.stubGlobal("localStorage", new Proxy(storage, { ...keys, ...described }));
});

test("this browser keeps what is unsaved, for each person", () => {
  const mine = unsavedOf("Me@example.org");
  const unsaved = { content: toStored(draft), revision: 3, sent: null };
  mine.keep("a", unsaved);
  mine.keep("b", { ...unsaved, content: toStored(draft, 7) });
  expect(mine.read("a")).toEqual(unsaved);
  expect(mine.ids(), "only of new surveys").toEqual(["a"]);
  expect(unsavedOf("you@example.org").ids()).toEqual([]);
  mine.forget("a");
  expect(mine.has("a")).toBe(false);
});

test.each(["not JSON", "null", "{}", '{"content":{},"revision":0,"sent":null}'])(
  "%s is no draft",
  (stored) => {
    kept.set("survey-draft:me@example.org:a", stored);
    expect(unsavedOf("me@example.org").read("a")).toBeUndefined();
  },
);
