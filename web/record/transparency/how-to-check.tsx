import * as t from "#words/transparency";
import { pages } from "../../../contract/pages.ts";
import { linkTo } from "../../components/link-to.tsx";
import { ProseSection } from "../../components/prose-section.tsx";
import { sayDay } from "../../lib/format.ts";
import type { Transparency } from "./queries.ts";

const list = "grid list-disc gap-2 ps-5";
const strong = (words: string) => <strong>{words}</strong>;

/** How anybody checks results, and what that proves. */
export function HowToCheck({ keys, siteUrl }: Pick<Transparency, "keys" | "siteUrl">) {
  return (
    <>
      <ProseSection title={t.check}>
        <p>{t.record}</p>
        <ul className={list}>
          <li>{t.checkVote({ strong, link: linkTo(pages.checkReceipt) })}</li>
          <li>{t.checkResult({ strong })}</li>
          <li>{t.checkEverything({ strong })}</li>
        </ul>
        <Commands lines={[`curl -O ${siteUrl}/verify.mjs`, `node verify.mjs ${siteUrl}`]} />
        <p>{t.readSource}</p>
        <Commands lines={[`npm run verify -- ${siteUrl}`]} />
      </ProseSection>
      <ProseSection title={t.proof}>
        <p>{t.proves}</p>
        <ul className={list}>
          <li>{t.provesVote}</li>
          <li>{t.provesSum}</li>
          <li>{t.provesText}</li>
          <li>{t.provesHistory}</li>
        </ul>
        <p>{t.doesNotProve}</p>
        <ul className={list}>
          <li>{t.notProvenPeople}</li>
          <li>{t.notProvenSameRecord}</li>
          <li>{t.notProvenFreeVote}</li>
          <li>{t.notProvenOthers({ link: linkTo(pages.aboutResults) })}</li>
        </ul>
      </ProseSection>
      <ProseSection title={t.found}>
        <ul className={list}>
          <li>{t.foundInDashboard}</li>
          <li>{t.foundByReceipt}</li>
          <li>{t.foundByExclusion}</li>
        </ul>
      </ProseSection>
      <ProseSection title={t.signingKey}>
        <p>{t.oneKey}</p>
        {keys.length === 0 && <p className="text-muted">{t.nothingSigned}</p>}
        {keys.map((key, index) => (
          <KeyFacts key={key.publicKey} {...key} former={index > 0} />
        ))}
      </ProseSection>
    </>
  );
}

function Commands({ lines }: { lines: string[] }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must scroll too
      tabIndex={0}
      dir="ltr"
      className="overflow-x-auto rounded-field bg-base-200 p-4 font-mono text-sm"
    >
      {lines.join("\n")}
    </pre>
  );
}

type KeyFactsProps = Transparency["keys"][number] & { former: boolean };

function KeyFacts({ publicKey, fingerprint, since, former }: KeyFactsProps) {
  const facts = [
    [t.fingerprint, fingerprint.replace(/(.{4})(?=.)/g, "$1 ")],
    [t.publicKey, publicKey],
    [former ? t.signedFrom : t.signsSince, sayDay(since)],
  ] as const;
  return (
    <dl className="grid gap-3 rounded-field bg-base-200 p-4">
      {facts.map(([name, value]) => (
        <div key={name} className="grid gap-0.5">
          <dt className="text-sm text-muted">{name}</dt>
          <dd dir="auto" className="font-mono text-sm wrap-anywhere">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
