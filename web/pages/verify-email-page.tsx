import { Link, useSearchParams } from "react-router";
import { pages } from "../../contract/pages.ts";
import { PageHeading } from "../components/page-heading.tsx";

/** Where the link in the confirmation mail ends, after the identity provider has judged it. */
function VerifyEmailPage() {
  const [search] = useSearchParams();
  const failed = search.has("error");
  return (
    <div className="page grid justify-items-start gap-8">
      {failed ? (
        <PageHeading
          title="Your e-mail is not confirmed"
          lead="The link is no longer valid. On your profile you can have the mail sent again."
        />
      ) : (
        <PageHeading title="Your e-mail is confirmed" lead="Thank you. Everything is set." />
      )}
      {failed ? (
        <Link to={pages.profile} className="btn btn-primary">
          Go to your profile
        </Link>
      ) : (
        <Link to={pages.surveys} className="btn btn-primary">
          Explore Surveys
        </Link>
      )}
    </div>
  );
}

export { VerifyEmailPage as Component };
