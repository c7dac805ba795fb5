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
        lead="It tells exactly what the people who voted here have said. It does not tell what everybody thinks."
      />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
        <ProseSection title="Who answers">
          <p>
            Whoever wants to. People find a survey here, or somebody sends them the link, and those
            who care most about a question are the most likely to answer it.
          </p>
          <p>
            So 70% yes means: of those who chose to answer, 70% said yes. In the town, the country
            or the world it may be 40% or 90%. Nobody can know it from these votes.
          </p>
        </ProseSection>
        <ProseSection title="Why there is no margin of error">
          <p>
            “Plus or minus 3%” is a promise about people who were drawn by chance. If everybody has
            the same known chance to be asked, mathematics says how far a thousand answers can be
            from the truth about all.
          </p>
          <p>
            Here nobody was drawn. There is no such chance to calculate with, and more votes don't
            help: a million people who chose themselves are still no sample. A margin of error would
            be a number without a meaning, so we show none.
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
            That the votes are counted as they were cast. Every survey has a public record: voters
            can check that their own vote is in it, and anybody who sees the result can count again.
            How, and what that does not prove, is on the page{" "}
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
