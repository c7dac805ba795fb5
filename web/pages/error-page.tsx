import { useEffect } from "react";
import { pages } from "../../contract/pages.ts";
import { wording } from "../../contract/wording.ts";
import { PageHeading } from "../components/page-heading.tsx";

export function ErrorPage({ error }: { error: unknown }) {
  useEffect(() => console.error(error), [error]);
  return (
    <div role="alert" className="page grid gap-8">
      <PageHeading
        title="Something went wrong"
        lead={
          <>{wording.errorPage}. It is not your fault; often it is enough to load the page again.</>
        }
      />
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
          Load it again
        </button>
        {/* A plain link, because a full page load also resets what failed. */}
        <a href={pages.home} className="btn btn-outline">
          Go to the home page
        </a>
      </div>
    </div>
  );
}
