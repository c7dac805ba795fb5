import { beforeEach, expect, it, vi } from "vitest";
import type { SessionUser } from "./provider.ts";

const person: SessionUser = {
  email: "ada@example.org",
  displayName: "Ada",
  photoURL: "",
  emailVerified: true,
  language: null,
};

const fetchMock = vi.fn<(address: string, request: RequestInit) => Promise<Response>>();

beforeEach(() => {
  fetchMock.mockReset().mockImplementation(async () => Response.json({ matchedCount: 1 }));
  vi.stubGlobal("fetch", fetchMock);
  vi.stubGlobal("localStorage", { getItem: () => null });
});

/** Logs this person in on a page of the build in this language. */
async function logInOn(id: string, user: SessionUser) {
  vi.resetModules();
  vi.doMock("#words/language", () => ({ id, tag: id, direction: "ltr" }));
  const { keepLanguage } = await import("./account-language.ts");
  vi.doUnmock("#words/language");
  return keepLanguage(user);
}

it("stores the language of the page on which somebody logs in who has chosen none", async () => {
  expect(await logInOn("es", person)).toEqual({ ...person, language: "es" });
  const [address, { method, body, headers }] = fetchMock.mock.calls[0] ?? ["", {}];
  expect([address, method, body]).toEqual(["/users/language", "PUT", '{"language":"es"}']);
  expect(new Headers(headers).get("accept-language")).toBe("es");
});

it("stores nothing on an English page, or over what was chosen", async () => {
  expect(await logInOn("en", person)).toEqual(person);
  const chosen = { ...person, language: "fr" as const };
  expect(await logInOn("es", chosen)).toEqual(chosen);
  expect(fetchMock).not.toHaveBeenCalled();
});

it("does not keep anybody from logging in if it can't be stored", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  fetchMock.mockRejectedValue(new TypeError("offline"));
  await expect(logInOn("es", person)).resolves.toMatchObject({ email: person.email });
});
