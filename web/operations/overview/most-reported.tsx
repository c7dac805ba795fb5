import { Link } from "react-router";
import * as t from "#words/overview";
import { pages } from "../../../contract/pages.ts";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { sayNumber } from "../../lib/format.ts";
import type { Overview } from "./queries.ts";

const columns: Column<Overview["mostReported"][number]>[] = [
  { header: t.columns.survey, cell: ({ title, language }) => <bdi lang={language}>{title}</bdi> },
  { header: t.columns.reports, numeric: true, cell: ({ reports }) => sayNumber(reports) },
];

export function MostReported({ mostReported }: Pick<Overview, "mostReported">) {
  return (
    <section
      aria-labelledby="most-reported"
      className="grid content-start gap-3 rounded-panel bg-base-200 p-5 sm:p-6"
    >
      <h2 id="most-reported" className="font-display text-lg font-semibold">
        {t.mostReported}
      </h2>
      {mostReported.length === 0 ? (
        <p className="text-muted">{t.noneReported}</p>
      ) : (
        <div className="rounded-field bg-base-100">
          <DataTable
            caption={t.mostReported}
            columns={columns}
            rows={mostReported}
            rowKey={({ surveyItemId }) => surveyItemId}
            small
          />
        </div>
      )}
      <p>
        <Link to={pages.reported} className="link link-primary">
          {t.openReports}
        </Link>
      </p>
    </section>
  );
}
