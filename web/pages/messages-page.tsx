import { PageHeading } from "../components/page-heading.tsx";
import { Inbox } from "../contact/inbox.tsx";

function MessagesPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title="Messages" lead="What people wrote through the contact page." />
      <Inbox />
    </div>
  );
}

export { MessagesPage as Component };
