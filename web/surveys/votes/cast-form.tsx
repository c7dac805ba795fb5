import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { sentences } from "#words/fields";
import * as t from "#words/votes";
import type { Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import type { options } from "../../../contract/surveys.ts";
import type { KeptReceipt } from "../../../record/receipt-file.ts";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { partLoader } from "../../lib/load-part.ts";
import { readOf } from "../../lib/route-queries.ts";
import { castPaper, type PaperFile } from "./cast-paper.ts";
import { sayCounting } from "./shared/say-counting.ts";
import { VoteChoice } from "./shared/vote-choice.tsx";

const loadCasting = partLoader(() => import("../../record/survey-record/shared/cast-vote.ts"));

type Survey = Reply<typeof routes.readResults>;

interface CastFormProps {
  paper: PaperFile;
  /** The receipt is null if the promise that came with it was none, which was said. */
  onCast: (receipt: KeptReceipt | null, survey: Survey) => void;
}

/** Casts a ballot paper that was saved. Nobody asks who has it. */
export function CastForm({ paper, onCast }: CastFormProps) {
  const call = { params: { id: paper.survey } };
  const { data: survey, error, refetch } = useQuery(readOf(routes.readResults, call));
  const form = useForm<{ vote?: (typeof options)[number] }>();
  if (error && !survey)
    return <RetryNotice title={t.surveyNotShown} problem={error} onRetry={refetch} />;
  if (!survey) return <div role="status" aria-label={t.loadingSurvey} className="skeleton h-80" />;

  async function cast({ vote }: { vote?: (typeof options)[number] }) {
    if (!survey) return;
    if (!vote) return form.setError("vote", { message: sentences["vote.required"] });
    const { hashShown, openReceipt } = await loadCasting();
    const textHash = hashShown(survey);
    const receipt = await castPaper(paper.survey, paper, { vote, textHash });
    onCast(await openReceipt(receipt, { survey, vote, nonce: paper.nonce, textHash }), survey);
  }

  return (
    <div className="rounded-panel bg-base-200 p-6 sm:p-9">
      <Form form={form} onSubmit={cast} className="gap-6">
        <div className="grid gap-2" lang={survey.language} dir="auto">
          <p className="font-semibold">{survey.title}</p>
          <p className="text-muted text-pretty">{survey.description}</p>
        </div>
        <VoteChoice
          asked={survey}
          error={form.formState.errors.vote?.message}
          register={() => form.register("vote")}
        />
        <FormProblem title={t.notCountedYet} kept={t.choiceKept} />
        <div className="grid gap-3">
          <SubmitButton repeats>{t.send}</SubmitButton>
          <p className="text-sm text-muted">{sayCounting(survey)}</p>
        </div>
      </Form>
    </div>
  );
}
