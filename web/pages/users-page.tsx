import { PageHeading } from "../components/page-heading.tsx";

function UsersPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title="Users" />
    </div>
  );
}

export { UsersPage as Component };
