import { PageHeading } from "../components/page-heading.tsx";

function MessagesPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title="Messages" />
    </div>
  );
}

export { MessagesPage as Component };
