import { readFileSync } from "node:fs";
import { OperatorError } from "./operator-error.ts";

const QUOTED = /'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"/g;
const quoted = String.raw`(?:[ \t]*(?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"))*`;
const plain = String.raw`(?![ \t]*['"])(?:\\[\s\S]|[^\\\n])*?`;
// Nothing, a comment, or a name and its value. Quotes and a backslash at the end join lines.
const LINE = new RegExp(
  String.raw`[ \t]*(?:[#;].*|([A-Z_]\w*)[ \t]*=(${quoted})(${plain})[ \t]*)?(?:\n|$)`,
  "iy",
);

/**
 * The settings of a file as systemd reads `EnvironmentFile=`, so that a service and the commands beside
 * it read the same. What else reads such files takes ` #` for the beginning of a comment: whether it is
 * one has to be said.
 */
export function readSettingsFile(file: string, text = readFileSync(file, "utf8")) {
  const lines = text.replace(/\r\n?/g, "\n");
  const found: Record<string, string> = {};
  LINE.lastIndex = 0;
  for (let at = 0; at < lines.length; at = LINE.lastIndex) {
    const [whole, name, parts = "", rest = ""] = LINE.exec(lines) ?? [];
    const place = `${file}, line ${lines.slice(0, at).split("\n").length}`;
    if (whole === undefined) {
      throw new OperatorError(
        `${place}: expected NAME=value with quotes closed, or # and a comment`,
      );
    }
    if (name === undefined) continue;
    if (/\s#/.test(rest)) {
      throw new OperatorError(
        `${place}: ${name} has " #" in its value: put a comment on a line of its own, or the value in quotes if all of it is meant`,
      );
    }
    found[name] = unquote(parts) + rest.trimStart().replace(/\\(?:\n|([\s\S]))/g, "$1");
  }
  return found;
}

function unquote(parts: string): string {
  let value = "";
  for (const [, single, double = ""] of parts.matchAll(QUOTED)) {
    // A backslash stays before whatever needs none.
    value += single ?? double.replace(/\\(?:([\\"`$])|\n)/g, "$1");
  }
  return value;
}
