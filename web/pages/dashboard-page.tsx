import { PageHeading } from "../components/page-heading.tsx";
import { useSession } from "../identity/session.tsx";

function DashboardPage() {
  const { user, standing } = useSession();
  const role = standing?.admin ? "an admin" : "a surveyor";
  const work = standing?.admin
    ? "You manage the people here and decide which surveys are published."
    : "You write surveys and read what people answer.";
  return (
    <div className="page">
      <PageHeading
        title={`Welcome, ${user?.displayName || user?.email}`}
        lead={`You are logged in as ${role}. ${work}`}
      />
    </div>
  );
}

export { DashboardPage as Component };
