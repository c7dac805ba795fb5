import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import * as drafts from "#words/drafts";
import { categories as categoryLabels, ownStatuses as ownStatusLabels } from "#words/labels";
import * as t from "#words/publication";
import { sentAgain } from "#words/surveyForm";
import * as results from "#words/surveyResults";
import type { OwnSurvey } from "../../../contract/managed-surveys.ts";
import { pages } from "../../../contract/pages.ts";
import { fillPath } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { nextStatus } from "../../../contract/survey-status.ts";
import { Notice } from "../../components/notice.tsx";
import { PressButton } from "../../components/press-button.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { srOnly } from "../../components/sr-only.tsx";
import { alerts } from "../../lib/alerts.ts";
import { randomUuid } from "../../lib/random-uuid.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { CloseButton } from "./close-button.tsx";
import { EmbeddableSwitch } from "./embeddable-switch.tsx";
import { RejectionMessage } from "./rejection-message.tsx";
import { StatusBadge } from "./shared/status-badge.tsx";
import { TermsLine } from "./terms-line.tsx";

export function OwnSurveyItem({ survey }: { survey: OwnSurvey }) {
  const { _id: id, title, status, enteredMessage, enteredReason } = survey;
  return (
    <article className="grid gap-4 rounded-panel bg-base-200 p-5 sm:p-6">
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <StatusBadge status={status} labels={ownStatusLabels} />
          <span className="text-sm text-muted">
            {t.sent({
              category: categoryLabels[survey.category],
              time: () => <RelativeTime timestamp={survey.sentAt} />,
            })}
          </span>
        </p>
        <h2
          lang={survey.language}
          dir="auto"
          className="font-display text-xl/tight font-bold tracking-tight text-balance"
        >
          {title}
        </h2>
        <p lang={survey.language} dir="auto">
          {survey.question}
        </p>
        <TermsLine survey={survey} />
      </div>
      {status === "unpublish" && enteredMessage !== null && (
        <RejectionMessage reason={enteredReason} message={enteredMessage} />
      )}
      <EmbeddableSwitch survey={survey} />
      <div className="flex flex-wrap items-center gap-2">
        <p className="me-auto basis-full text-sm text-muted tabular-nums sm:basis-auto">
          {t.votesAndReactions(survey)}
        </p>
        {status === "published" ? (
          <Link to={fillPath(pages.survey, { id })} className="btn btn-outline">
            {t.open({ title, unseen: srOnly })}
          </Link>
        ) : (
          <Link to={fillPath(pages.editSurvey, { id })} className="btn btn-outline">
            {t.edit({ title, unseen: srOnly })}
          </Link>
        )}
        <Link to={fillPath(pages.ownResults, { id })} className="btn btn-outline">
          {results.link({ title, unseen: srOnly })}
        </Link>
        <DuplicateButton survey={survey} />
        <CloseButton survey={survey} />
        {nextStatus(status, "withdraw") && <StepButton step="withdraw" survey={survey} />}
        {nextStatus(status, "resend") && <StepButton step="resend" survey={survey} />}
      </div>
    </article>
  );
}

const steps = {
  withdraw: { route: routes.withdrawSurvey, label: t.withdraw, done: t.withdrawn },
  resend: { route: routes.resendSurvey, label: t.resend, done: sentAgain },
} as const;

function StepButton({ step, survey }: { step: keyof typeof steps; survey: OwnSurvey }) {
  const { route, label, done } = steps[step];
  const move = useRouteMutation(route);

  async function take() {
    await move.mutateAsync({ params: { id: survey._id } });
    alerts.succeeded(done);
  }

  return (
    <ActButton call={move} onPress={take}>
      {label({ title: survey.title, unseen: srOnly })}
    </ActButton>
  );
}

/** Begins a new survey with the text of this one. Its times have passed, or soon will have. */
function DuplicateButton({ survey }: { survey: OwnSurvey }) {
  const save = useRouteMutation(routes.saveDraft);
  const navigate = useNavigate();

  async function duplicate() {
    const id = randomUuid();
    // Loaded now, because it has Zod, which the list does without.
    const { draftOf, toStored } = await import("./draft.ts");
    const content = toStored({ ...draftOf(survey), opensAt: "", closesAt: "" });
    await save.mutateAsync({ params: { id }, body: { content, revision: 0 } });
    await navigate(`${pages.createSurvey}?draft=${id}`);
  }

  return (
    <ActButton call={save} onPress={duplicate}>
      {drafts.duplicate({ title: survey.title, unseen: srOnly })}
    </ActButton>
  );
}

interface ActButtonProps {
  call: { isPending: boolean; error: Error | null };
  onPress: () => Promise<void>;
  children: ReactNode;
}

/** Why it was not done stands below it. */
function ActButton({ call: { isPending, error }, onPress, children }: ActButtonProps) {
  return (
    <>
      <PressButton isBusy={isPending} onPress={() => onPress().catch(() => {})}>
        {isPending && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
        {children}
      </PressButton>
      {error && (
        <div className="basis-full *:bg-base-100">
          <Notice tone="error">{error.message}</Notice>
        </div>
      )}
    </>
  );
}
