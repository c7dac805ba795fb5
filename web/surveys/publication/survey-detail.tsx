import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import * as t from "#words/publication";
import * as results from "#words/surveyResults";
import type { AdminSurvey } from "../../../contract/managed-surveys.ts";
import { pages } from "../../../contract/pages.ts";
import { fillPath } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { nextStatus } from "../../../contract/survey-status.ts";
import { EmailText } from "../../components/email-text.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { srOnly } from "../../components/sr-only.tsx";
import { Why } from "../../components/why.tsx";
import { sayLanguage } from "../../lib/language.ts";
import { readOf } from "../../lib/route-queries.ts";
import { RejectionDifference } from "./rejection-difference.tsx";
import { ReviewActions } from "./review-actions.tsx";
import { StatusBadge } from "./shared/status-badge.tsx";
import { TermsLine } from "./terms-line.tsx";

/** What an admin decides on, the decision, and more to look up, which is loaded when opened. */
export function SurveyDetail({ survey }: { survey: AdminSurvey }) {
  const { revision, translations } = survey;
  // Of a new revision nothing was read. The server refuses to publish another one than was shown.
  const [read, setRead] = useState({ revision, languages: [] as string[] });
  const ticked = read.revision === revision ? read.languages : [];
  const isToPublish = nextStatus(survey.status, "publish") !== null;
  const mustRead = translations.length > 0 && isToPublish;
  const texts = mustRead ? [survey, ...translations] : translations;
  const unread = mustRead
    ? texts.map((one) => one.language).filter((id) => !ticked.includes(id))
    : [];

  function tick(id: string, isRead: boolean) {
    const others = ticked.filter((one) => one !== id);
    setRead({ revision, languages: isRead ? [...others, id] : others });
  }

  return (
    <div className="grid gap-3 pb-3">
      <div className="grid max-w-prose gap-1">
        {!mustRead && <Asked text={survey} />}
        <TermsLine survey={survey} />
      </div>
      {texts.map((text) => (
        <TextInLanguage key={text.language} text={text}>
          {mustRead && (
            <label className="flex items-center gap-3 py-1.5 font-medium">
              <input
                id={tickId(survey, text.language)}
                type="checkbox"
                className="checkbox"
                checked={ticked.includes(text.language)}
                onChange={(event) => tick(text.language, event.target.checked)}
              />
              <span>
                {t.readText({
                  language: () => <bdi lang={text.language}>{sayLanguage(text.language)}</bdi>,
                })}
              </span>
            </label>
          )}
        </TextInLanguage>
      ))}
      {isToPublish && survey.votes > 0 && (
        <p className="max-w-prose text-muted">{t.fewBetweenEdits}</p>
      )}
      <ReviewActions
        survey={survey}
        unread={unread}
        onUnread={(id) => document.getElementById(tickId(survey, id))?.focus()}
      />
      {survey.status !== "pending" && (
        <Link
          to={fillPath(pages.ownResults, { id: survey._id })}
          className="link justify-self-start link-primary"
        >
          {results.link({ title: survey.title, unseen: srOnly })}
        </Link>
      )}
      {survey.status !== "pending" && (
        <Link
          to={fillPath(pages.suspicion, { id: survey._id })}
          className="link justify-self-start link-primary"
          aria-describedby={`title-${survey._id}`}
        >
          {t.standsOut}
        </Link>
      )}
      <MoreDetail survey={survey} />
    </div>
  );
}

function tickId({ _id }: AdminSurvey, language: string): string {
  return `read-${_id}-${language}`;
}

interface TextInLanguageProps {
  text: AdminSurvey["translations"][number];
  children: ReactNode;
}

/** People will be asked each of them, so each is read by itself before the decision. */
function TextInLanguage({ text, children }: TextInLanguageProps) {
  const { language, title } = text;
  return (
    <section
      aria-label={sayLanguage(language)}
      className="grid max-w-prose gap-1 border-s-4 border-base-300 ps-4"
    >
      <p lang={language} className="text-sm font-semibold text-muted">
        {sayLanguage(language)}
      </p>
      <p dir="auto" lang={language} className="font-semibold">
        {title}
      </p>
      <Asked text={text} />
      {children}
    </section>
  );
}

function Asked({ text }: { text: Pick<AdminSurvey, "language" | "question" | "description"> }) {
  const { language, question, description } = text;
  return (
    <>
      <p dir="auto" lang={language} className="font-display text-lg font-semibold">
        {question}
      </p>
      <p dir="auto" lang={language} className="whitespace-pre-line text-muted">
        {description}
      </p>
    </>
  );
}

function MoreDetail({ survey }: { survey: AdminSurvey }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary
        className="cursor-pointer py-1.5 font-medium"
        aria-describedby={`title-${survey._id}`}
      >
        {t.moreDetail}
      </summary>
      {open && (
        <div className="grid gap-x-12 gap-y-6 pt-3 pb-5 lg:grid-cols-2">
          <div className="grid content-start gap-4">
            <Fact name={t.facts.surveyor}>
              <bdi className="block">{survey.surveyorName}</bdi>
              <EmailText email={survey.surveyorEmail} />
            </Fact>
            <Fact name={t.facts.written}>
              <RelativeTime timestamp={survey.timestamp} />
            </Fact>
            <Fact name={t.facts.reactions}>{t.reactions(survey)}</Fact>
          </div>
          <History survey={survey} />
        </div>
      )}
    </details>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <p className="text-sm text-muted">{name}</p>
      {children}
    </div>
  );
}

function History({ survey }: { survey: AdminSurvey }) {
  const input = { params: { id: survey._id } };
  const { data: decisions, error, refetch } = useQuery(readOf(routes.listDecisions, input));
  if (error) {
    return <RetryNotice title={t.decisionsNotShown} problem={error} onRetry={refetch} />;
  }
  if (!decisions) return <div className="skeleton h-32 rounded-panel" />;
  const rejection = decisions.find(({ status }) => status === "unpublish");
  return (
    <div className="grid content-start gap-6">
      <section className="grid gap-3">
        <h4 className="font-semibold">{t.decisions}</h4>
        {decisions.length === 0 && <p className="text-muted">{t.noDecisions}</p>}
        <ol className="grid gap-4">
          {decisions.map(({ id, status, admin, timestamp, message, reason }) => (
            <li key={id} className="grid justify-items-start gap-1">
              <StatusBadge status={status} />
              <p className="text-sm text-muted">
                {t.decidedBy({ name: admin, time: () => <RelativeTime timestamp={timestamp} /> })}
              </p>
              <Why reason={reason} message={message} />
            </li>
          ))}
        </ol>
      </section>
      {rejection && <RejectionDifference rejection={rejection} survey={survey} />}
    </div>
  );
}
