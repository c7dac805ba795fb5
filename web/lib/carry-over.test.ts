import { describe, expect, it } from "vitest";
import { type FieldLike, parseCarried, readFields, takeChanged } from "./carry-over.ts";

const field = (type: string, name: string, more: Partial<FieldLike> = {}): FieldLike => ({
  type,
  name,
  value: "",
  checked: false,
  autocomplete: "",
  dataset: {},
  ...more,
});

describe("what a page leaves to the same page in another language", () => {
  it("is what was typed and chosen", () => {
    const read = readFields([
      field("email", "email", { value: "ada@example.org", autocomplete: "email" }),
      field("textarea", "message", { value: "Hello" }),
      field("select-one", "category", { value: "politics" }),
      field("radio", "mode", { value: "voted" }),
      field("radio", "mode", { value: "closed", checked: true }),
      field("text", "", { value: "1234" }),
      field("text", "", { value: "5678" }),
    ]);
    expect(read).toEqual({
      "email email 0": "ada@example.org",
      "textarea message 0": "Hello",
      "select-one category 0": "politics",
      "radio mode 0": "",
      "radio mode 1": "on",
      "text  0": "1234",
      "text  1": "5678",
    });
  });

  it.each([
    field("password", "password", { value: "secret" }),
    // Shown while it is typed.
    field("text", "password", { value: "secret", autocomplete: "current-password" }),
    field("text", "password", { value: "secret", autocomplete: "new-password" }),
    field("text", "code", { value: "123456", autocomplete: "one-time-code" }),
    field("text", "code", { value: "abcd-efgh", autocomplete: "off", dataset: { secret: "" } }),
    field("text", "number", { value: "4242", autocomplete: "cc-number" }),
    field("text", "cvc", { value: "123", autocomplete: "billing cc-csc" }),
    field("file", "file", { value: "C:\\fakepath\\receipt.json" }),
    field("hidden", "token", { value: "secret" }),
  ])("is never a secret or a file: $type $name $autocomplete", (secret) => {
    expect(readFields([secret])).toEqual({});
    expect(takeChanged([secret], new Map([[`${secret.type} ${secret.name} 0`, "x"]]))).toEqual([]);
  });
});

describe("the page in the other language", () => {
  it("gets what differs, once, in fields that come one after the other", () => {
    const kept = new Map([
      ["text name 0", "Ada"],
      ["email email 0", "ada@example.org"],
      ["textarea message 0", "Hello"],
    ]);
    const name = field("text", "name");
    const email = field("email", "email", { value: "ada@example.org" });
    expect(takeChanged([name, email], kept)).toEqual([{ field: name, value: "Ada" }]);
    expect(takeChanged([name, email], kept)).toEqual([]);
    const message = field("textarea", "message");
    expect(takeChanged([message, name, email], kept)).toEqual([{ field: message, value: "Hello" }]);
    expect(kept.size).toBe(0);
  });

  it("empties what was emptied, and chooses what was chosen", () => {
    const name = field("text", "name", { value: "Ada" });
    const kept = new Map([
      ["text name 0", ""],
      ["radio mode 1", "on"],
    ]);
    const modes = [field("radio", "mode", { checked: true }), field("radio", "mode")];
    expect(takeChanged([name, ...modes], kept)).toEqual([
      { field: name, value: "" },
      { field: modes[1], value: "on" },
    ]);
  });

  it("takes only what was meant for it, and only texts", () => {
    const carried = { page: "/contact", state: { origin: "/profile" }, fields: { a: "b", c: 1 } };
    const text = JSON.stringify(carried);
    expect(parseCarried(text, "/contact")).toEqual({ state: carried.state, fields: { a: "b" } });
    expect(parseCarried(text, "/contact?a=b")).toBeNull();
    for (const other of [null, "", "null", "{", "[]", '"text"']) {
      expect(parseCarried(other, "/contact")).toBeNull();
    }
    expect(parseCarried('{"page":"/"}', "/")).toEqual({ state: null, fields: {} });
  });
});
