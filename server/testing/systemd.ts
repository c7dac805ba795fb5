// What systemd makes of its files, for tests of ours: systemd.syntax(7), and EnvironmentFile= in
// systemd.exec(5) with its source, src/basic/env-file.c.

/** The values of each `Section.Key` of a unit. Keys repeat; an empty value begins anew. */
export function readUnit(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let section = "";
  for (const line of text.replaceAll("\\\n", " ").split("\n")) {
    section = /^\[(.*)\]$/.exec(line)?.[1] ?? section;
    const [, key, value = ""] = /^([^#;=[]+)=(.*)$/.exec(line) ?? [];
    const name = `${section}.${key?.trim()}`;
    if (key) found.set(name, value === "" ? [] : [...(found.get(name) ?? []), value.trim()]);
  }
  return found;
}

const blank = /^(?:\s+|[#;](?:\\\n|[^\n])*)/;
const assignment = /^([^=\n]*)=((?:[ \t]|"(?:\\[\s\S]|[^"\\])*"|'[^']*')*)((?:\\[\s\S]|[^\n\\])*)/;

/**
 * The settings of an environment file. A comment is a whole line: `#` after a value belongs to it. Quotes
 * mean something only where a value begins. Outside them a backslash is dropped, and between double quotes
 * it stays before most characters.
 */
export function readEnvironmentFile(text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  for (let rest = text; rest !== ""; ) {
    const [whole = "", name = "", quoted = "", plain = ""] =
      blank.exec(rest) ?? assignment.exec(rest) ?? /^[^\n]*/.exec(rest) ?? [];
    const parts = Array.from(
      quoted.matchAll(/"((?:\\[\s\S]|[^"\\])*)"|'([^']*)'/g),
      ([, double, single = ""]) =>
        double?.replaceAll("\\\n", "").replaceAll(/\\(["\\`$])/g, "$1") ?? single,
    );
    if (name.trim()) {
      settings[name.trim()] = parts.join("") + plain.trimEnd().replaceAll(/\\(?:\n|(.))/g, "$1");
    }
    rest = rest.slice(whole.length);
  }
  return settings;
}
