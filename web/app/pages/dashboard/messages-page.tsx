import * as t from "#words/contact";
import { PageHeading } from "../../../components/page-heading.tsx";
import { Inbox } from "../../../people/contact/inbox.tsx";

function MessagesPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title={t.messagesTitle} lead={t.messagesLead} />
      <Inbox />
    </div>
  );
}

export { MessagesPage as Component };
