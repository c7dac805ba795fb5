import * as t from "#words/contact";
import { pages } from "../../../contract/pages.ts";
import { linkTo } from "../../components/link-to.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { ContactForm } from "../../people/contact/contact-form.tsx";
import { Letter } from "../../people/contact/letter.tsx";

function ContactPage() {
  return (
    <div className="page grid gap-10">
      <PageHeading title={t.title} lead={t.lead} />
      <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,34rem)_1fr]">
        <ContactForm />
        <aside
          aria-labelledby="other-ways"
          className="grid content-start gap-6 rounded-panel bg-panel p-8 text-panel-content sm:p-10"
        >
          <Letter className="w-44" />
          <h2 id="other-ways" className="font-display text-subtitle">
            {t.perhapsFaster}
          </h2>
          <ul className="grid gap-4">
            <li>{t.questionsAnswered({ link: linkTo(`${pages.home}#faq`) })}</li>
            <li>
              {t.surveyWrong({
                link: linkTo(`${pages.home}#what-if-something-is-wrong-with-a-survey`),
              })}
            </li>
            <li>{t.ownName({ link: linkTo(pages.profile) })}</li>
          </ul>
        </aside>
      </div>
    </div>
  );
}

export { ContactPage as Component };
