import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { PRO_PRICE } from "../../contract/payments.ts";
import { ProseSection } from "../components/prose-section.tsx";
import { LegalText } from "./legal-text.tsx";

export function Refunds() {
  return (
    <LegalText
      title="Refunds"
      lead={`How you get back the $${PRO_PRICE} that you paid to become a pro user.`}
    >
      <ProseSection title="When you get your money back">
        <p>
          If you change your mind within 14 days after paying, tell us and you get the whole amount
          back. You need not give a reason.
        </p>
        <p>
          If you were charged twice, or were charged and did not become a pro user, you get that
          payment back whenever you notice it.
        </p>
      </ProseSection>
      <ProseSection title="How to ask for it">
        <p>
          Write to the operator from the e-mail address of your account, with the number of your{" "}
          <Link to={pages.paymentReceipt} className="link">
            receipt
          </Link>
          . The money goes back to the card that you paid with. Banks need some days for it.
        </p>
      </ProseSection>
      <ProseSection title="What changes then">
        <p>
          With a refund of the whole amount you are a normal user again. You can vote and like as
          before, but no longer comment. The comments that you wrote stay.
        </p>
      </ProseSection>
      <ProseSection title="Payments that don't go through">
        <p>
          If a card is declined, nothing is charged. If the charge went through but the page could
          not record it, nothing is lost: the site asks the payment provider by itself, and you
          become a pro user within minutes.
        </p>
      </ProseSection>
    </LegalText>
  );
}
