import { type FormEvent, useState } from "react";
import * as t from "#words/receipts";
import {
  type GivenReceipt,
  inGroups,
  parseReceipt,
  parseReceiptFile,
  parseSurveyId,
} from "../../../record/receipt-file.ts";
import { Field } from "../../components/field.tsx";
import { FileField } from "../../components/file-field.tsx";

interface CheckFormProps {
  /** What the address has told. */
  given: GivenReceipt | null;
  busy: boolean;
  onReceipt: (receipt: GivenReceipt) => void;
}

/** Takes a receipt as a file or as digits. */
export function CheckForm({ given, busy, onReceipt }: CheckFormProps) {
  function take(text: string) {
    const receipt = parseReceiptFile(text);
    if (receipt) onReceipt(receipt);
    return receipt ? null : t.notWhole;
  }
  return (
    <div className="grid gap-6">
      <FileField label={t.chooseFile} onFile={take} />
      <div className="divider text-muted">{t.fileOrDigits}</div>
      <DigitsForm given={given} busy={busy} onReceipt={onReceipt} />
    </div>
  );
}

function DigitsForm({ given, busy, onReceipt }: CheckFormProps) {
  const [digits, setDigits] = useState(given?.receipt ? inGroups(given.receipt) : "");
  const [survey, setSurvey] = useState(given?.surveyId ?? "");
  const [tried, setTried] = useState(false);
  const receipt = parseReceipt(digits);
  const surveyId = parseSurveyId(survey);
  const isElsewhere = /^https?:/.test(survey) && !survey.startsWith(`${location.origin}/`);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (receipt && surveyId && !isElsewhere) onReceipt({ surveyId, receipt });
  }

  const surveyProblem = isElsewhere ? t.surveyElsewhere : t.surveyWrong;
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field
        label={t.digits}
        required
        dir="ltr"
        value={digits}
        onChange={(event) => setDigits(event.target.value)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        // Digits in groups, with room for other separators.
        maxLength={80}
        {...(tried && !receipt && { error: t.digitsWrong })}
      />
      <Field
        label={t.survey}
        required
        dir="ltr"
        value={survey}
        onChange={(event) => setSurvey(event.target.value)}
        autoComplete="off"
        maxLength={300}
        hint={t.surveyHint}
        {...(tried && (!surveyId || isElsewhere) && { error: surveyProblem })}
      />
      <button type="submit" className="btn btn-primary justify-self-start" aria-busy={busy}>
        {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
        {t.check}
      </button>
    </form>
  );
}
