import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { ProseSection } from "../components/prose-section.tsx";
import { LegalText } from "./legal-text.tsx";

const list = "grid list-disc gap-2 ps-5";

export function Privacy() {
  return (
    <LegalText
      title="Privacy"
      lead="What this site stores about you, who sees it, how long it is kept, and how you get it or delete it."
    >
      <ProseSection title="Your account">
        <p>
          Your name, your e-mail address, the address of your photo, your role, and your password as
          a hash that can't be turned back. If you use them: passkeys, the secret of your
          authenticator app, and which social log-in you use.
        </p>
        <p>
          Other people see your name and photo beside your comments, and your name at surveys that
          you write. Only admins see your e-mail address.
        </p>
      </ProseSection>
      <ProseSection title="Your votes and what you write">
        <p>
          A vote is stored with your account. Votes can be political opinions, so please know who
          sees them: the surveyor who wrote the survey sees your name and your answer, and admins
          also see your e-mail address. Everybody else sees only how many people said yes and no. By
          voting you agree to that.
        </p>
        <p>
          Likes, comments, reports and the surveys that you write are stored in the same way.
          Comments are shown with your name. Reports are read by the surveyor and by admins.
        </p>
        <p>
          Each vote is also in a public record, without a name. Only your receipt, which you alone
          get, shows that one of its entries is yours. Show it only to people who may know how you
          voted.
        </p>
      </ProseSection>
      <ProseSection title="Your network address">
        <ul className={list}>
          <li>
            With each vote, a scrambled and shortened form of it, for 30 days. It tells which votes
            came from the same network, so that many invented accounts are noticed. It does not tell
            where you are.
          </li>
          <li>With each log-in, the address and the kind of browser, until that log-in ends.</li>
          <li>
            With security events such as a failed log-in, a shortened form, for 180 days. You find
            yours in your profile.
          </li>
          <li>To count attempts and stop abuse, a scrambled form, for a short time.</li>
        </ul>
      </ProseSection>
      <ProseSection title="Payments">
        <p>
          If you become a pro user: the amount, the day, and the payment provider's number of the
          payment. The payment provider gets your name, your e-mail address and the number of your
          card, which this site never sees. The provider has a privacy policy of its own.
        </p>
      </ProseSection>
      <ProseSection title="Cookies and your browser">
        <p>
          There are no cookies for advertising and nobody else's tracking. Cookies keep you logged
          in, and recognise a browser that you have used before, so that you are told about a new
          one. Your browser also keeps your access token, your choice of light or dark, and texts
          that you have not sent yet. Until you log out, it keeps the receipts of your votes and
          checks them, unless you turn that off beside a receipt. Whoever uses your browser while
          you are logged in can see from them how you voted.
        </p>
        <p>
          Photos come from the addresses that people gave. The server of such an address can see
          that somebody loads the photo, but not on which page.
        </p>
      </ProseSection>
      <ProseSection title="Mails and messages">
        <p>
          You get mails about your account: to confirm your address, to set a new password, and when
          something about the log-in changes; as a surveyor also when an admin has decided on your
          survey. There is no newsletter. Messages from the contact form are stored with the name
          and the address that you give. If the address is the confirmed one of your account, they
          are deleted with it.
        </p>
      </ProseSection>
      <ProseSection title="Why it is stored">
        <p>
          Because you ask for it: without an account, one person could vote many times. What is kept
          against abuse protects the results that people rely on. Payments are kept because the law
          asks for it.
        </p>
        <p>
          Nothing is sold. Others get only what they need: those who host this site and send its
          mails, the payment provider, the social log-in that you choose, and authorities where the
          law demands it.
        </p>
      </ProseSection>
      <ProseSection title="What you can do">
        <ul className={list}>
          <li>
            Download everything that is stored about you, in your{" "}
            <Link to={pages.profile} className="link">
              profile
            </Link>
            .
          </li>
          <li>Change your name, photo and password there.</li>
          <li>
            Delete your account there. Your name, e-mail address, photo and log-ins are gone at
            once. Your votes stay counted and your comments stay readable, without your name. A
            scrambled form of your address stays, so that nobody votes twice by registering again.
          </li>
          <li>
            Ask the operator for what you can't do yourself, or complain to the authority for data
            protection where you live.
          </li>
        </ul>
        <p>Backups may keep what is deleted until they are replaced by newer ones.</p>
      </ProseSection>
    </LegalText>
  );
}
