import * as downloads from "#words/downloads";
import * as t from "#words/payments";
import * as wording from "#words/specified";
import { routes } from "../../../../contract/routes.ts";
import { DownloadButtons } from "../../../components/download-buttons.tsx";
import { PageHeading } from "../../../components/page-heading.tsx";
import { SearchBox } from "../../../components/search-box.tsx";
import { useAddressState } from "../../../lib/address-state.ts";
import { downloadRoute } from "../../../lib/download.ts";
import { PaymentsTable } from "../../../people/payments/payments-table.tsx";

function PaymentsPage() {
  const { search, setSearch } = useAddressState();
  return (
    <div className="page grid gap-8">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <PageHeading title={wording.dashboard.payment} lead={t.lead} />
        <DownloadButtons
          label={downloads.payments.all}
          labelAs={(format) => downloads.payments.as({ format })}
          download={(format) => downloadRoute(routes.exportPayments, { query: { format } })}
        />
      </div>
      <SearchBox value={search} placeholder={t.searchExample} onSearch={setSearch} />
      <PaymentsTable search={search} />
    </div>
  );
}

export { PaymentsPage as Component };
