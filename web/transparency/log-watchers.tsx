import { ProseSection } from "../components/prose-section.tsx";
import type { Transparency } from "./queries.ts";
import { findVerification, Verified } from "./verified-by.tsx";

type Log = NonNullable<Transparency["log"]>;

/** Who sees to it that everybody is shown the same history. */
export function LogWatchers({ log }: Pick<Transparency, "log">) {
  return (
    <ProseSection title="Who watches us">
      <p>
        One log of the whole site names every survey's record, when it opens and closes, and what is
        set aside. It only grows, and its newest state is signed. Others can keep it and compare.
      </p>
      {log ? <Watchers {...log} /> : <p className="text-muted">Nothing is in the log yet.</p>}
    </ProseSection>
  );
}

function Watchers({ vkey, size, witnesses, quorum }: Log) {
  const verification = findVerification({ witnesses, quorum });
  return (
    <>
      <p>
        {verification ? (
          <>
            <Verified {...verification} /> that others run: what you see is a continuation of all
            that they have seen.
          </>
        ) : (
          nobodyVerified(witnesses.length)
        )}
      </p>
      <dl className="grid gap-3 rounded-field bg-base-200 p-4">
        <Fact name="Entries in the log" value={String(size)} />
        <Fact name="Key of the log" value={vkey} />
        {witnesses.map((witness) => (
          <Fact key={witness.vkey} name="Witness" value={witness.vkey} />
        ))}
      </dl>
    </>
  );
}

function nobodyVerified(witnesses: number): string {
  return witnesses === 0
    ? "No witness watches this site yet. We could show different people different histories, and only those who compare would notice."
    : "Too few witnesses have signed the newest state. They may be out of reach, or they may have seen another history. Ask us why if this stays.";
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-mono text-sm wrap-anywhere">{value}</dd>
    </div>
  );
}
