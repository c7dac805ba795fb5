import { useInfiniteQuery } from "@tanstack/react-query";
import { routes } from "../../contract/routes.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { EmailText } from "../components/email-text.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { sayDate, sayPrice } from "../lib/format.ts";
import { pagesOf } from "../lib/route-queries.ts";
import type { Payment } from "./queries.ts";

const columns: Column<Payment>[] = [
  { header: "Name", cell: ({ name }) => <span className="font-semibold">{name}</span> },
  { header: "E-mail", cell: ({ email }) => <EmailText email={email} /> },
  {
    header: "Price",
    cell: ({ price }) => <span className="whitespace-nowrap">{sayPrice(price)}</span>,
  },
  {
    header: "Transaction",
    cell: ({ transactionId }) => <span className="text-sm break-all">{transactionId}</span>,
  },
  {
    header: "Status",
    cell: ({ status }) => (
      <span className="badge badge-accent font-semibold whitespace-nowrap">{status}</span>
    ),
  },
  {
    header: "Date",
    cell: ({ timestamp }) => <time dateTime={timestamp}>{sayDate(timestamp, "short")}</time>,
  },
];

export function PaymentsTable({ search }: { search: string }) {
  const list = useInfiniteQuery(pagesOf(routes.listPayments, { query: { search } }));
  return (
    <PagedList
      list={list}
      noun={["payment", "payments"]}
      empty={
        search ? (
          <EmptyState title="No payment found">
            <p>Try another name or e-mail address.</p>
          </EmptyState>
        ) : (
          <EmptyState title="Nobody has paid yet">
            <p>When somebody becomes a pro user, their payment appears here.</p>
          </EmptyState>
        )
      }
    >
      {(payments, ref) => (
        <DataTable
          caption="Payments"
          columns={columns}
          rows={payments}
          rowKey={(payment) => payment._id}
          ref={ref}
        />
      )}
    </PagedList>
  );
}
