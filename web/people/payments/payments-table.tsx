import { useInfiniteQuery } from "@tanstack/react-query";
import * as t from "#words/payments";
import { roles } from "#words/users";
import { routes } from "../../../contract/routes.ts";
import type { Column } from "../../components/data-table.tsx";
import { EmailText } from "../../components/email-text.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PagedTable } from "../../components/paged-table.tsx";
import { sayDate, sayPrice } from "../../lib/format.ts";
import { sayName } from "../../lib/names.ts";
import { pagesOf } from "../../lib/route-queries.ts";
import type { Payment } from "./queries.ts";

const columns: Column<Payment>[] = [
  {
    header: t.columns.name,
    cell: ({ name }) => <bdi className="font-semibold">{sayName(name)}</bdi>,
  },
  { header: t.columns.email, cell: ({ email }) => <EmailText email={email} /> },
  {
    header: t.columns.price,
    cell: ({ price }) => <span className="whitespace-nowrap">{sayPrice(price)}</span>,
  },
  {
    header: t.columns.transaction,
    cell: ({ transactionId }) => (
      <span dir="ltr" className="text-sm break-all">
        {transactionId}
      </span>
    ),
  },
  {
    header: t.columns.status,
    cell: ({ status }) => (
      <span className="badge badge-accent font-semibold whitespace-nowrap">{roles[status]}</span>
    ),
  },
  {
    header: t.columns.date,
    cell: ({ timestamp }) => <time dateTime={timestamp}>{sayDate(timestamp, "short")}</time>,
  },
];

export function PaymentsTable({ search }: { search: string }) {
  const list = useInfiniteQuery(pagesOf(routes.listPayments, { query: { search } }));
  return (
    <PagedTable
      list={list}
      kind="payments"
      empty={
        search ? (
          <EmptyState title={t.noneFound} text={t.searchOther} />
        ) : (
          <EmptyState title={t.none} text={t.arriveHere} />
        )
      }
      caption={t.caption}
      columns={columns}
      rowKey={(payment) => payment._id}
    />
  );
}
