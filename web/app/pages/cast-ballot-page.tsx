import { useState } from "react";
import * as t from "#words/ballots";
import * as receipts from "#words/receipts";
import * as votes from "#words/votes";
import type { Counting } from "../../../contract/ballot-kinds.ts";
import type { KeptReceipt } from "../../../record/receipt-file.ts";
import { FileField } from "../../components/file-field.tsx";
import { FullTime } from "../../components/full-time.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { saveReceipt } from "../../record/survey-record/own-receipt.ts";
import { CastForm } from "../../surveys/votes/cast-form.tsx";
import { type PaperFile, parsePaperFile } from "../../surveys/votes/cast-paper.ts";
import { sayCounting } from "../../surveys/votes/shared/say-counting.ts";

function CastBallotPage() {
  const [paper, setPaper] = useState<PaperFile | null>(null);
  const [done, setDone] = useState<Done | null>(null);

  function take(text: string) {
    const read = parsePaperFile(text);
    if (read) setPaper(read);
    if (read) setDone(null);
    return read ? null : t.noPaper;
  }

  return (
    <div className="page grid max-w-3xl gap-8">
      <PageHeading title={t.castTitle} lead={t.castLead} />
      {done ? <Cast {...done} /> : <FileField label={t.choosePaper} onFile={take} />}
      {paper && !done && (
        <CastForm
          key={paper.serial}
          paper={paper}
          onCast={(receipt, survey) => setDone({ receipt, survey })}
        />
      )}
      <p className="text-pretty">{t.paperLost}</p>
    </div>
  );
}

interface Done {
  receipt: KeptReceipt | null;
  survey: { counting: Counting | null; closesAt: string | null };
}

function Cast({ receipt, survey }: Done) {
  const { counting, closesAt } = survey;
  return (
    <Notice
      tone="success"
      actions={
        receipt && (
          <button type="button" className="btn btn-outline" onClick={() => saveReceipt(receipt)}>
            {receipts.saveIt}
          </button>
        )
      }
    >
      <p className="font-semibold">{t.castDone}</p>
      <p>
        {counting === "closing"
          ? votes.ballotIn({ time: () => <FullTime timestamp={closesAt ?? ""} /> })
          : sayCounting(survey)}{" "}
        {receipt && receipts.keepToYourself}
      </p>
    </Notice>
  );
}

export { CastBallotPage as Component };
