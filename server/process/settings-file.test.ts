import { describe, expect, it } from "vitest";
import { OperatorError } from "./operator-error.ts";
import { readSettingsFile } from "./settings-file.ts";

const read = (text: string) => readSettingsFile(".env", text);

describe("a settings file", () => {
  // Each of these was read the same by systemd 252.
  it.each([
    ["PORT=80", "80"],
    ["PORT=", ""],
    ["  PORT = 80  ", "80"],
    ["# a comment\n; another\n\nPORT=80\r\n", "80"],
    ["PORT=80\nPORT=81", "81"],
    ["PORT=a#b", "a#b"],
    ["PORT=it's", "it's"],
    ["PORT=a=b==", "a=b=="],
    ["PORT=$HOME", "$HOME"],
    ["PORT=1 Street\\nTown", "1 StreetnTown"],
    ["PORT='1 Street\\nTown'", "1 Street\\nTown"],
    ['PORT="1 Street\\nTown"', "1 Street\\nTown"],
    ['PORT="say \\"hi\\" \\$1 \\\\"', 'say "hi" $1 \\'],
    ['PORT="poll #1" ', "poll #1"],
    ["PORT=\"a\"'b'c", "abc"],
    ['PORT="two\nlines"', "two\nlines"],
    ["PORT=joined \\\nline", "joined line"],
    ["PORT=kept\\ ", "kept "],
    ["PORT=ünï", "ünï"],
    ["PORT=#3a33c4", "#3a33c4"],
  ])("reads %j as systemd does", (text, value) => {
    expect(read(text)).toEqual({ PORT: value });
  });

  it.each([
    ["APP_SECRET=abc   # the same on every server", /^\.env, line 1: APP_SECRET has " #"/],
    ["# one\n\nWORKERS=2\t# or 3", /^\.env, line 3: WORKERS has " #"/],
    ['SITE_NAME="Our polls" # shown', /^\.env, line 1: SITE_NAME has " #"/],
    ["PORT=1\nexport WORKERS=2", /^\.env, line 2: expected NAME=value/],
    ["WORKERS= # as many as cores", /^\.env, line 1: WORKERS has " #"/],
    ["WORKERS", /^\.env, line 1: expected NAME=value/],
    [
      'A=1\nSITE_NAME="Our polls\nPORT=80',
      /^\.env, line 2: expected NAME=value with quotes closed/,
    ],
  ])("asks what is meant by %j, and repeats no value", (text, expected) => {
    expect(() => read(text)).toThrow(OperatorError);
    expect(() => read(text)).toThrow(expected);
    expect(() => read(text)).not.toThrow(/abc|polls/);
  });
});
