import * as t from "#words/transparency";
import { callAddress } from "../../../contract/call.ts";
import { fileFormats } from "../../../contract/file-formats.ts";
import { routes } from "../../../contract/routes.ts";
import { ProseSection } from "../../components/prose-section.tsx";
import type { Transparency } from "./queries.ts";

const addresses: Record<Transparency["licence"], string> = {
  "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
  "CC-BY-SA-4.0": "https://creativecommons.org/licenses/by-sa/4.0/",
  "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
};

const columns = [
  ["surveyId", t.surveyIdMeans],
  ["title, question, category", t.titleMeans],
  ["publishedAt, opensAt, closesAt", t.timesMean],
  ["yes, no, setAside", t.votesMean],
  ["recordSize, recordRoot", t.recordMeans],
  ["licence", t.licenceMeans],
] as const;

export function OpenData({ licence }: Pick<Transparency, "licence">) {
  return (
    <ProseSection title={t.openData}>
      <p>
        {t.openDataLicence({
          licence: () => (
            <a href={addresses[licence]} rel="license noreferrer" className="link">
              {t.licences[licence]}
            </a>
          ),
        })}
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
            {t.downloadAs({ format: format.toUpperCase() })}
          </a>
        ))}
      </p>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        {columns.map(([column, meaning]) => (
          <div key={column} className="contents">
            <dt className="font-mono text-sm/6 not-first:mt-1 sm:mt-0">
              <bdi dir="ltr">{column}</bdi>
            </dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </ProseSection>
  );
}
