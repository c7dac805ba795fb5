import { type DragEvent, type FormEvent, useId, useState } from "react";
import * as t from "#words/receipts";
import {
  type GivenReceipt,
  inGroups,
  parseReceipt,
  parseReceiptFile,
  parseSurveyId,
} from "../../../record/receipt-file.ts";
import { Field } from "../../components/field.tsx";

// Twenty times as large as a receipt with several keys.
const FILE_MAX = 64_000;

interface CheckFormProps {
  /** What the address has told. */
  given: GivenReceipt | null;
  busy: boolean;
  onReceipt: (receipt: GivenReceipt) => void;
}

/** Takes a receipt as a file or as digits. */
export function CheckForm({ given, busy, onReceipt }: CheckFormProps) {
  return (
    <div className="grid gap-6">
      <FileField onReceipt={onReceipt} />
      <div className="divider text-muted">{t.fileOrDigits}</div>
      <DigitsForm given={given} busy={busy} onReceipt={onReceipt} />
    </div>
  );
}

function FileField({ onReceipt }: Pick<CheckFormProps, "onReceipt">) {
  const id = useId();
  const [problem, setProblem] = useState("");
  const [over, setOver] = useState(false);

  async function read(file: File | undefined) {
    if (!file) return;
    const text = file.size > FILE_MAX ? "" : await file.text().catch(() => "");
    const receipt = parseReceiptFile(text);
    setProblem(receipt ? "" : t.notWhole);
    if (receipt) onReceipt(receipt);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files[0]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the input
    <div
      className={`grid gap-3 rounded-panel border-2 border-dashed p-6 ${over ? "border-primary bg-base-200" : "border-muted"}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id} className="font-semibold">
        {t.chooseFile}
      </label>
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        className="w-full cursor-pointer rounded-field file:me-4 file:h-11 file:cursor-pointer file:rounded-field file:bg-primary file:px-5 file:font-semibold file:text-primary-content"
        onChange={(event) => {
          void read(event.target.files?.[0]);
          // So that the same file can be chosen again.
          event.target.value = "";
        }}
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-sm font-medium text-error">
          {problem}
        </p>
      )}
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
