import { describe, expect, test } from "vitest";
import { sitePath } from "./pages.ts";

describe("an address to come back to", () => {
  test.each(["/", "/profile", "/surveyPage/abc?x=1#top", "/socialPopup?attempt=1&done=1"])(
    "may be the page %s",
    (path) => expect(sitePath(path)).toBe(path),
  );

  test.each([
    "/.//evil.example/phish",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/profile/..//evil.example",
    "https://evil.example/profile",
    "javascript:alert(1)",
    "profile",
    "",
    "/identity/sign-out",
    "/no-such-page",
  ])("never leads to %j", (address) => expect(sitePath(address)).toBeNull());
});
