import * as reasons from "#words/reasons";
import * as t from "#words/transparency";
import type { Reason } from "../../../contract/survey-status.ts";
import { Frame } from "../../components/charts/chart-frame.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { sayNumber } from "../../lib/format.ts";
import type { Transparency } from "./queries.ts";

interface Count {
  reason: Reason | null;
  count: number;
}

const columns: Column<Count>[] = [
  {
    header: reasons.label,
    cell: ({ reason }) => (reason ? reasons.sentences[reason] : reasons.none),
  },
  { header: t.times, cell: ({ count }) => sayNumber(count), numeric: true },
];

/** Why admins have decided against surveys and comments. Counts alone, because they are often small. */
export function ReasonCounts({
  rejections,
  hidings,
}: Pick<Transparency, "rejections" | "hidings">) {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Counts title={t.rejectionReasons} rows={rejections} />
      <Counts title={t.hidingReasons} rows={hidings} />
    </div>
  );
}

function Counts({ title, rows }: { title: string; rows: Count[] }) {
  return (
    <Frame title={title} description={t.reasonsText}>
      <DataTable
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={({ reason }) => reason ?? ""}
        small
      />
    </Frame>
  );
}
