import * as t from "#words/transparency";
import { ProseSection } from "../../components/prose-section.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import type { Transparency } from "./queries.ts";
import { findVerification } from "./verified-by.tsx";

type Log = NonNullable<Transparency["log"]>;

/** Who sees to it that everybody is shown the same history. */
export function LogWatchers({ log }: Pick<Transparency, "log">) {
  return (
    <ProseSection title={t.watchers}>
      <p>{t.siteLog}</p>
      {log ? <Watchers {...log} /> : <p className="text-muted">{t.logEmpty}</p>}
    </ProseSection>
  );
}

function Watchers({ vkey, size, witnesses, quorum }: Log) {
  const verification = findVerification({ witnesses, quorum });
  const nobodyVerified = witnesses.length === 0 ? t.noWitness : t.tooFewWitnesses;
  return (
    <>
      <p>
        {verification
          ? t.logVerified({
              witnesses: verification.witnesses,
              time: () => <RelativeTime timestamp={verification.oldest} />,
            })
          : nobodyVerified}
      </p>
      <dl className="grid gap-3 rounded-field bg-base-200 p-4">
        <Fact name={t.logEntries} value={String(size)} />
        <Fact name={t.logKey} value={vkey} />
        {witnesses.map((witness) => (
          <Fact key={witness.vkey} name={t.witness} value={witness.vkey} />
        ))}
      </dl>
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd dir="ltr" className="font-mono text-sm wrap-anywhere">
        {value}
      </dd>
    </div>
  );
}
