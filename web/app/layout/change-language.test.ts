import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CARRIED_KEY } from "../../lib/language-choice.ts";
import { changeLanguage } from "./change-language.ts";

const place = {
  protocol: "https:",
  pathname: "/contact",
  search: "?from=mail",
  hash: "#main",
  assign: vi.fn<(address: string) => void>(),
};
const page = { cookie: "", querySelectorAll: (): object[] => [] };
const stored = new Map<string, string>();
const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  place.assign.mockReset();
  Object.assign(page, { cookie: "", querySelectorAll: () => [] });
  stored.clear();
  fetchMock.mockReset().mockImplementation(async () => Response.json({ matchedCount: 1 }));
  vi.stubGlobal("fetch", fetchMock);
  vi.stubGlobal("location", place);
  vi.stubGlobal("document", page);
  vi.stubGlobal("history", { state: { usr: { origin: "/profile" } } });
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("sessionStorage", {
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

afterEach(() => vi.useRealTimers());

it("opens the same page in the other language, and leaves there what was typed", async () => {
  page.querySelectorAll = () => [
    { type: "text", name: "name", value: "Ada", autocomplete: "name", dataset: {} },
    { type: "text", name: "p", value: "secret", autocomplete: "", dataset: { secret: "" } },
  ];
  await changeLanguage("es", false);
  expect(page.cookie).toMatch(/^language=es; .*; secure$/);
  expect(place.assign).toHaveBeenCalledExactlyOnceWith("/es/contact?from=mail#main");
  expect(JSON.parse(stored.get(CARRIED_KEY) ?? "")).toEqual({
    page: "/contact?from=mail",
    state: { origin: "/profile" },
    fields: { "text name 0": "Ada" },
  });
  expect(fetchMock).not.toHaveBeenCalled();
});

it("stores the choice of somebody who is logged in, and does not wait for long", async () => {
  fetchMock.mockImplementation(() => new Promise(() => {}));
  vi.useFakeTimers();
  const changed = changeLanguage("fr", true);
  await vi.advanceTimersByTimeAsync(2_900);
  expect(fetchMock).toHaveBeenCalledOnce();
  expect(place.assign).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  await changed;
  expect(place.assign).toHaveBeenCalledExactlyOnceWith("/fr/contact?from=mail#main");
});

it("only stores the choice of the language that the page is in", async () => {
  await changeLanguage("en", false);
  expect(page.cookie).toMatch(/^language=en;/);
  expect(place.assign).not.toHaveBeenCalled();
  expect(stored.size).toBe(0);
});

it("leaves nothing behind that is too much for the tab's storage", async () => {
  const value = "x".repeat(300_000);
  page.querySelectorAll = () => [
    { type: "textarea", name: "text", value, autocomplete: "", dataset: {} },
  ];
  await changeLanguage("es", false);
  expect(stored.size).toBe(0);
  expect(place.assign).toHaveBeenCalledOnce();
});
