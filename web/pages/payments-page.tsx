import { PageHeading } from "../components/page-heading.tsx";

function PaymentsPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title="Payment" />
    </div>
  );
}

export { PaymentsPage as Component };
