import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { PageHeading } from "../components/page-heading.tsx";

function ContactPage() {
  return (
    <div className="page grid gap-6">
      <PageHeading
        title="Contact"
        lead="This page is for your questions, ideas and complaints: here you reach the people who run this website."
      />
      <p className="max-w-prose">
        Is it about your own account? Your name, photo and e-mail are on{" "}
        <Link to={pages.profile} className="link">
          your profile
        </Link>
        .
      </p>
    </div>
  );
}

export { ContactPage as Component };
