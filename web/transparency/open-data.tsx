import { callAddress } from "../../contract/call.ts";
import { fileFormats } from "../../contract/file-formats.ts";
import { routes } from "../../contract/routes.ts";
import { ProseSection } from "../components/prose-section.tsx";
import type { Transparency } from "./queries.ts";

const licences: Record<Transparency["licence"], { name: string; address: string }> = {
  "CC-BY-4.0": {
    name: "Creative Commons Attribution 4.0",
    address: "https://creativecommons.org/licenses/by/4.0/",
  },
  "CC-BY-SA-4.0": {
    name: "Creative Commons Attribution-ShareAlike 4.0",
    address: "https://creativecommons.org/licenses/by-sa/4.0/",
  },
  "CC0-1.0": {
    name: "Creative Commons Zero 1.0",
    address: "https://creativecommons.org/publicdomain/zero/1.0/",
  },
};

const columns = [
  ["surveyId", "names the survey and its record"],
  ["title, question, category", "what was asked"],
  ["publishedAt, opensAt, closesAt", "times in UTC; empty where there is none"],
  ["yes, no, setAside", "votes that count, and those that don't"],
  ["recordSize, recordRoot", "the signed state of the survey's record"],
  ["licence", "the licence of this row"],
] as const;

export function OpenData({ licence }: Pick<Transparency, "licence">) {
  const { name, address } = licences[licence];
  return (
    <ProseSection title="Open data">
      <p>
        All results that everybody may see in one file: surveys that show their result to all, and
        surveys that are closed. The numbers and the texts of the surveys are under the licence{" "}
        <a href={address} rel="license noreferrer" className="link">
          {name}
        </a>
        ; please name this site as the source. Names of people are not in it.
      </p>
      <p className="flex flex-wrap gap-2">
        {fileFormats.map((format) => (
          <a
            key={format}
            // A plain link, because it is for everybody and may be large.
            href={callAddress(routes.downloadResults.path, { query: { format } })}
            download
            // Two lines high where its text is wider than the page.
            className="btn btn-outline h-auto min-h-11 max-w-full"
          >
            Download all results as {format.toUpperCase()}
          </a>
        ))}
      </p>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        {columns.map(([column, meaning]) => (
          <div key={column} className="contents">
            <dt className="font-mono text-sm/6 not-first:mt-1 sm:mt-0">{column}</dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </ProseSection>
  );
}
