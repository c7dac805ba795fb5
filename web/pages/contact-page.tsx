import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { PageHeading } from "../components/page-heading.tsx";
import { ContactForm } from "../contact/contact-form.tsx";
import { Letter } from "../contact/letter.tsx";

function ContactPage() {
  return (
    <div className="page grid gap-10">
      <PageHeading
        title="Contact"
        lead="A question, an idea, a complaint? Here you reach the people who run this website."
      />
      <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,34rem)_1fr]">
        <ContactForm />
        <aside
          aria-labelledby="other-ways"
          className="grid content-start gap-6 rounded-panel bg-panel p-8 text-panel-content sm:p-10"
        >
          <Letter className="w-44" />
          <h2 id="other-ways" className="font-display text-subtitle">
            Perhaps faster
          </h2>
          <ul className="grid gap-4">
            <li>
              How voting, comments and the pro tier work is answered in the{" "}
              <Link to={`${pages.home}#faq`} className="link">
                questions on the home page
              </Link>
              .
            </li>
            <li>
              Something wrong with a survey? Report it on its page:{" "}
              <Link to={`${pages.home}#what-if-something-is-wrong-with-a-survey`} className="link">
                who reads that, and how
              </Link>
              .
            </li>
            <li>
              Your name and photo are yours to change on{" "}
              <Link to={pages.profile} className="link">
                your profile
              </Link>
              .
            </li>
          </ul>
        </aside>
      </div>
    </div>
  );
}

export { ContactPage as Component };
