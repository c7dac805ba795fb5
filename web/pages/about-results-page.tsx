import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { PageHeading } from "../components/page-heading.tsx";
import { ProseSection } from "../components/prose-section.tsx";

// A stored copy, because the association has moved its pages more than once.
const AAPOR =
  "https://web.archive.org/web/2022/https://www.aapor.org/Education-Resources/For-Researchers/Poll-Survey-FAQ/Opt-In-Surveys-and-Margin-of-Error.aspx";

function AboutResultsPage() {
  return (
    <div className="page grid gap-12">
      <PageHeading
        title="What a result can tell you"
        lead="It tells you exactly what the people who voted here said. It does not tell you what everybody thinks."
      />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
        <ProseSection title="Who answers">
          <p>
            Anyone who wants to. People find a survey here or get a link to it, and those who care
            most about a question are the most likely to answer it.
          </p>
          <p>
            So 70% yes means: of those who chose to answer, 70% said yes. In the town, the country
            or the world it may be 40% or 90%. These votes can't tell.
          </p>
        </ProseSection>
        <ProseSection title="Why there is no margin of error">
          <p>
            “Plus or minus 3%” is a statement about people who were picked at random. If everybody
            has the same known chance of being asked, mathematics tells how far a thousand answers
            can be from what everybody thinks.
          </p>
          <p>
            Here nobody was picked at random, so there is no such chance to calculate with. More
            votes don't help: a million people who chose to answer are still not a sample. A margin
            of error would mean nothing, so we show none.
          </p>
          <p>
            The American Association for Public Opinion Research says the same: stating one for a
            poll that people opt into is misleading.{" "}
            <a href={AAPOR} rel="noreferrer" className="link">
              Opt-in surveys and margin of error
            </a>
          </p>
        </ProseSection>
        <ProseSection title="What you can rely on">
          <p>
            The votes are counted as they were cast. Every survey has a public record: voters can
            check that their own vote is in it, and anybody who sees the result can count again. How
            to do that, and what it does not prove, is explained on the page{" "}
            <Link to={pages.transparency} className="link">
              Transparency
            </Link>
            .
          </p>
        </ProseSection>
        <ProseSection title="Votes that are set aside">
          <p>
            If many votes look as if they came from one hand, an admin can set all of them aside,
            without being shown how they voted. They stay in the record with the reason and the
            date, no longer count, and can be restored. The sentence beside the result says how many
            there are and why.
          </p>
        </ProseSection>
      </div>
    </div>
  );
}

export { AboutResultsPage as Component };
