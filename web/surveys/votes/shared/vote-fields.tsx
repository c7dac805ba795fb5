import { type ReactNode, useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as t from "#words/votes";
import type { BallotKind, Counting } from "../../../../contract/ballot-kinds.ts";
import { pages } from "../../../../contract/pages.ts";
import type { ResultsMode } from "../../../../contract/results.ts";
import type { options } from "../../../../contract/surveys.ts";
import { REPORT_MAX } from "../../../../contract/votes.ts";
import { SecondsLeft } from "../../../components/countdown.tsx";
import { Form, FormProblem, SubmitButton } from "../../../components/form.tsx";
import { Notice } from "../../../components/notice.tsx";
import type { KeptTrying } from "../../../lib/keep-trying.ts";
import { addressOf } from "../../../lib/language.ts";
import { sayCounting } from "./say-counting.ts";
import { VoteChoice } from "./vote-choice.tsx";

export interface Ballot {
  vote: (typeof options)[number];
  report: string;
}

interface VoteFieldsProps {
  form: UseFormReturn<Ballot>;
  survey: {
    ballot: BallotKind;
    counting: Counting | null;
    resultsMode: ResultsMode;
    fewPapers?: boolean;
  };
  /** As it is shown, in one of the survey's languages. */
  asked: { question: string; language: string };
  /** Another page has marked the choice. */
  isPrepared?: boolean;
  /** Sending does nothing yet. */
  waits?: boolean;
  /** The report is shown from the start. */
  isOpen?: boolean;
  /** The vote is sent again and again until it arrives. */
  trying?: Pick<KeptTrying, "isTrying" | "paperAt" | "stop">;
  onChange?: () => void;
  onSubmit: (ballot: Ballot) => Promise<void>;
  /** Shown below the button. */
  children?: ReactNode;
}

/** A question of `faq.json`. */
const WHO_SEES_VOTES = addressOf(`${pages.home}#who-can-see-how-i-voted`);

/** The form in which people vote, wherever what they choose goes. */
export function VoteFields(props: VoteFieldsProps) {
  const { form, survey, asked, isPrepared, waits = false, isOpen, trying, children } = props;
  const { onChange = () => {}, onSubmit } = props;
  const isSecret = survey.ballot === "secret";
  const { errors } = form.formState;
  const id = useId();
  const keep = { onChange };

  return (
    <Form form={form} onSubmit={onSubmit} className="gap-6">
      <VoteChoice
        asked={asked}
        error={errors.vote?.message}
        disabled={trying?.isTrying ?? false}
        register={() => form.register("vote", keep)}
      />
      <details open={isOpen || errors.report !== undefined}>
        <summary id={`${id}-report`} className="cursor-pointer py-1.5 font-medium">
          {t.report({
            optional: (words) => <span className="font-normal text-muted">{words}</span>,
          })}
        </summary>
        <div className="grid gap-1.5 pt-1.5">
          <textarea
            rows={2}
            maxLength={REPORT_MAX}
            readOnly={trying?.isTrying}
            aria-labelledby={`${id}-report`}
            aria-invalid={errors.report ? true : undefined}
            aria-describedby={`${id}-report-hint`}
            className="field-sizing-content max-h-60 min-h-18 w-full rounded-field border border-muted bg-base-100 px-3 py-2"
            {...form.register("report", keep)}
          />
          <p
            id={`${id}-report-hint`}
            className={`text-sm ${errors.report ? "font-medium text-error" : "text-muted"}`}
          >
            {errors.report?.message ?? t.reportHint}
          </p>
        </div>
      </details>
      <div className="*:bg-base-100 empty:hidden">
        {trying?.isTrying ? (
          <Notice
            tone="error"
            actions={
              <button type="button" className="btn btn-outline" onClick={trying.stop}>
                {t.stopTrying}
              </button>
            }
          >
            <p className="font-semibold">{t.notCountedYet}</p>
            <p>
              {trying.paperAt
                ? t.paperWaits({ time: () => <SecondsLeft until={trying.paperAt ?? 0} /> })
                : t.triesAgain}
            </p>
          </Notice>
        ) : (
          <FormProblem title={t.notCountedYet} kept={t.choiceKept} />
        )}
      </div>
      <div className="grid gap-3">
        {isPrepared && (
          <p className="text-sm">
            {t.choicePrepared} {t.buttonWaits}
          </p>
        )}
        <SubmitButton repeats waits={waits}>
          {t.send}
        </SubmitButton>
        <p className="text-sm text-muted">
          {(isSecret ? t.nobodySeesVote : t.whoSeesVote)({
            link: (words) => (
              <a href={WHO_SEES_VOTES} target="_blank" rel="noopener" className="link">
                {words}
                <span className="sr-only"> {t.newTab}</span>
              </a>
            ),
          })}
        </p>
        <p className="text-sm text-muted">
          {t.youVoteOnce[survey.resultsMode]} {isSecret && sayCounting(survey)}
        </p>
        {isSecret && survey.fewPapers && <p className="text-sm text-muted">{t.fewHide}</p>}
        {children}
      </div>
    </Form>
  );
}
