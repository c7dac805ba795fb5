import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { ProseSection } from "../components/prose-section.tsx";
import { sayDay } from "../lib/format.ts";
import type { Transparency } from "./queries.ts";

/** How anybody checks results, and what that proves. */
export function HowToCheck({ keys, siteUrl }: Pick<Transparency, "keys" | "siteUrl">) {
  return (
    <>
      <ProseSection title="Check it yourself">
        <p>
          Every vote is entered in its survey's public record within an hour, under a random receipt
          that only the voter knows, together with the text that was asked. If a result is hidden
          until the survey closes, its votes are entered then. The record only grows, and this site
          signs every state of it. So you can check three things without trusting us:
        </p>
        <ul className="grid list-disc gap-2 ps-5">
          <li>
            <strong>Your vote.</strong> Every vote is answered with a receipt. Your browser keeps it
            until you log out, and checks it by itself once your vote must be in the record. The
            page{" "}
            <Link to={pages.checkReceipt} className="link">
              Check a receipt
            </Link>{" "}
            proves in your browser that it is in the record.
          </li>
          <li>
            <strong>A result.</strong> ‘Check this result’ beside it downloads the record and counts
            it in your browser.
          </li>
          <li>
            <strong>Everything, from outside.</strong> A program without dependencies checks all
            surveys, remembers what was signed, and notices if history is rewritten. It needs only
            Node:
          </li>
        </ul>
        <Commands lines={[`curl -O ${siteUrl}/verify.mjs`, `node verify.mjs ${siteUrl}`]} />
        <p>Or read its source first, and run it from there:</p>
        <Commands lines={[`npm run verify -- ${siteUrl}`]} />
      </ProseSection>
      <ProseSection title="What this proves, and what it doesn't">
        <p>It proves</p>
        <ul className="grid list-disc gap-2 ps-5">
          <li>
            that a vote is in the record with its choice, or that we broke our signed promise,
          </li>
          <li>that the result shown is the sum of the record,</li>
          <li>which text each vote has answered, if the text was edited,</li>
          <li>that nothing in the record was changed, dropped or added after it was signed.</li>
        </ul>
        <p>It does not prove</p>
        <ul className="grid list-disc gap-2 ps-5">
          <li>that voters are real, or that nobody has two accounts,</li>
          <li>
            that everybody is shown the same record, unless witnesses watch us or people compare
            what was signed,
          </li>
          <li>
            that a vote was free: with a receipt you can prove to others how you voted, so somebody
            can demand it. This suits opinion polls, not elections,
          </li>
          <li>
            what people who did not answer think.{" "}
            <Link to={pages.aboutResults} className="link">
              What a result can tell you
            </Link>
          </li>
        </ul>
      </ProseSection>
      <ProseSection title="What others can find out">
        <ul className="grid list-disc gap-2 ps-5">
          <li>
            The surveyor and the admins see in the dashboard who voted how. The record hides nothing
            from them.
          </li>
          <li>
            Once you may see a result, you can open its record. It shows every receipt with its
            choice, so whoever knows your receipt knows your vote.
          </li>
          <li>
            Votes are entered ten at a time, or after an hour. If nine of the ten are accounts of
            one person, the tenth is yours, and that person can find out how you voted. Surveys
            whose result shows only at the end enter all votes together, which prevents this.
          </li>
        </ul>
      </ProseSection>
      <ProseSection title="The signing key">
        <p>
          All records are signed with one Ed25519 key. Note its fingerprint, the SHA-256 of its
          bytes. If this site ever shows a different one, it has to explain why.
        </p>
        {keys.length === 0 && <p className="text-muted">Nothing has been signed yet.</p>}
        {keys.map((key, index) => (
          <KeyFacts key={key.publicKey} {...key} former={index > 0} />
        ))}
      </ProseSection>
    </>
  );
}

function Commands({ lines }: { lines: string[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must scroll too
    <pre tabIndex={0} className="overflow-x-auto rounded-field bg-base-200 p-4 font-mono text-sm">
      {lines.join("\n")}
    </pre>
  );
}

type KeyFactsProps = Transparency["keys"][number] & { former: boolean };

function KeyFacts({ publicKey, fingerprint, since, former }: KeyFactsProps) {
  const facts = [
    ["Fingerprint", fingerprint.replace(/(.{4})(?=.)/g, "$1 ")],
    ["Public key", publicKey],
    [former ? "Signed from" : "Signs since", sayDay(since)],
  ] as const;
  return (
    <dl className="grid gap-3 rounded-field bg-base-200 p-4">
      {facts.map(([name, value]) => (
        <div key={name} className="grid gap-0.5">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-mono text-sm wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
