import type { Reply } from "../../../contract/route.ts";
import type { routes } from "../../../contract/routes.ts";

type Shown = Reply<typeof routes.readResults>;

/** A survey for readers who are programs: Markdown, in which what people wrote stays a quotation. */
export function writeSurvey(survey: Shown, siteUrl: string): string {
  const { _id, title, question, description, votes, phase, opensAt, closesAt, results } = survey;
  const share = results && votes > 0 ? ` (${Math.round((results.yes / votes) * 100)} % yes)` : "";
  return [
    `# ${oneLine(title)}`,
    `> ${oneLine(question)}`,
    quote(description),
    `- ${phase}${opensAt ? `, opens ${opensAt}` : ""}${closesAt ? `, closes ${closesAt}` : ""}`,
    survey.counting === "closing"
      ? "- A secret ballot: its votes are counted together when it closes"
      : `- ${votes} votes; ${survey.setAside.count} set aside`,
    results
      ? `- Result: ${results.yes} yes, ${results.no} no${share}. Whoever voted chose to; it is no sample of anybody else.`
      : phase === "closed"
        ? "- Its ballots are being counted. Ask again in a minute."
        : "- The result is not for whoever asks, at this moment.",
    `- ${siteUrl}/results/${_id}`,
  ].join("\n\n");
}

// All that Unicode, Markdown or a model may take for the end of a line: a quotation must not end there.
const lineEnd = /\r\n|(?!\t)[\p{Cc}\u2028\u2029]/u;
const oneLine = (text: string) => text.split(lineEnd).join(" ").replaceAll(/\s+/g, " ");
const quote = (text: string) =>
  text
    .split(lineEnd)
    .map((line) => `> ${line}`)
    .join("\n");
