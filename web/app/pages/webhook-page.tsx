import { Link, useParams } from "react-router";
import * as t from "#words/webhooks";
import { pages } from "../../../contract/pages.ts";
import { PageHeading } from "../../components/page-heading.tsx";
import { SingleWebhook } from "../../people/webhooks/single-webhook.tsx";

function WebhookPage() {
  const { id = "" } = useParams();
  return (
    <div className="page grid gap-8">
      <PageHeading title={t.one} />
      <Link to={pages.webhooks} className="link justify-self-start">
        {t.all}
      </Link>
      <SingleWebhook id={id} />
    </div>
  );
}

export { WebhookPage as Component };
