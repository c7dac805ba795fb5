import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { PRO_PRICE } from "../../contract/payments.ts";
import { ProseSection } from "../components/prose-section.tsx";
import { LegalText } from "./legal-text.tsx";

export function Terms() {
  return (
    <LegalText title="Terms" lead="What you agree to when you register, in plain words.">
      <ProseSection title="Your account">
        <p>
          One account per person, with an e-mail address that is yours. Keep your password to
          yourself. Looking at surveys needs no account.
        </p>
      </ProseSection>
      <ProseSection title="Votes">
        <p>
          You have one vote on each survey. It is final once it is sent. If many votes look as if
          they came from one hand, an admin can set them aside; the survey then says how many and
          why.
        </p>
        <p>
          Results tell you what the people who chose to answer said.{" "}
          <Link to={pages.aboutResults} className="link">
            What a result can tell you
          </Link>
        </p>
      </ProseSection>
      <ProseSection title="What you write">
        <p>
          It stays yours, and you allow this site to show it. Stay friendly, keep to the question,
          and write nothing that is against the law or that belongs to others. Admins can hide
          comments, and decide which surveys are published. You can report what should not be here.
        </p>
        <p>
          Texts and results of surveys whose results everybody may see can be downloaded as open
          data. Names are not in it.
        </p>
      </ProseSection>
      <ProseSection title="Pro users">
        <p>
          Becoming a pro user costs ${PRO_PRICE}, once. It is no subscription. When you get it back
          is on the page{" "}
          <Link to={pages.refunds} className="link">
            Refunds
          </Link>
          .
        </p>
      </ProseSection>
      <ProseSection title="The end of an account">
        <p>
          You can delete your account at any time in your profile. Admins can delete accounts that
          break these terms.
        </p>
      </ProseSection>
      <ProseSection title="What is not promised">
        <p>
          The site is run with care, but nobody can promise that it is always there or without
          faults. Rights that the law gives you as a consumer stay as they are.
        </p>
      </ProseSection>
    </LegalText>
  );
}
