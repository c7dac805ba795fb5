import * as t from "#words/aboutResults";
import { pages } from "../../../contract/pages.ts";
import { linkTo } from "../../components/link-to.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { ProseSection } from "../../components/prose-section.tsx";

// A stored copy, because the association has moved its pages more than once.
const AAPOR =
  "https://web.archive.org/web/2022/https://www.aapor.org/Education-Resources/For-Researchers/Poll-Survey-FAQ/Opt-In-Surveys-and-Margin-of-Error.aspx";

function AboutResultsPage() {
  return (
    <div className="page grid gap-12">
      <PageHeading title={t.title} lead={t.lead} />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
        <ProseSection title={t.whoAnswers}>
          <p>{t.anyoneAnswers}</p>
          <p>{t.shareMeans}</p>
        </ProseSection>
        <ProseSection title={t.noMargin}>
          <p>{t.marginNeedsChance}</p>
          <p>{t.nobodyPicked}</p>
          <p>
            {t.researchersSay({
              link: (words) => (
                <a href={AAPOR} rel="noreferrer" className="link">
                  {words}
                </a>
              ),
            })}
          </p>
        </ProseSection>
        <ProseSection title={t.reliable}>
          <p>{t.countedAsCast({ link: linkTo(pages.transparency) })}</p>
        </ProseSection>
        <ProseSection title={t.setAside}>
          <p>{t.whySetAside}</p>
        </ProseSection>
      </div>
    </div>
  );
}

export { AboutResultsPage as Component };
