import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../../server/process/project-root.ts";

/**
 * The commands that an administrator is told to run: all ```sh blocks under this heading of a document, up to
 * the next heading. Throws if there is none, so that a renamed chapter is noticed.
 */
export function commandsOf(document: string, heading: string): string {
  const file = path.join(projectRoot, "docs/operations", document);
  const commands: string[] = [];
  let [inChapter, inBlock] = [false, false];
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (inBlock && !line.startsWith("```")) {
      if (inChapter) commands.push(line);
    } else if (line.startsWith("```")) inBlock = line === "```sh";
    else if (/^#+ /.test(line)) inChapter = line.replace(/^#+ /, "") === heading;
  }
  if (commands.length === 0) throw new Error(`${document} has no commands under "${heading}"`);
  return commands.join("\n");
}
