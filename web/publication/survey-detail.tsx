import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import * as t from "#words/publication";
import { pages } from "../../contract/pages.ts";
import type { AdminSurvey } from "../../contract/publication.ts";
import { fillPath } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { EmailText } from "../components/email-text.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { RetryNotice } from "../components/retry-notice.tsx";
import { sayLanguage } from "../lib/language.ts";
import { readOf } from "../lib/route-queries.ts";
import { RejectionDifference } from "./rejection-difference.tsx";
import { ReviewActions } from "./review-actions.tsx";
import { StatusBadge } from "./shared/status-badge.tsx";
import { TermsLine } from "./terms-line.tsx";

/** What an admin decides on, the decision, and more to look up, which is loaded when opened. */
export function SurveyDetail({ survey }: { survey: AdminSurvey }) {
  return (
    <div className="grid gap-3 pb-3">
      <div className="grid max-w-prose gap-1">
        <p dir="auto" lang={survey.language} className="font-display text-lg font-semibold">
          {survey.question}
        </p>
        <p dir="auto" lang={survey.language} className="whitespace-pre-line text-muted">
          {survey.description}
        </p>
        <TermsLine survey={survey} />
      </div>
      {survey.translations.map((text) => (
        <Translation key={text.language} text={text} />
      ))}
      <ReviewActions survey={survey} />
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

/** People will be asked this too, so it is read before the decision. */
function Translation({ text }: { text: AdminSurvey["translations"][number] }) {
  const { language, title, description, question } = text;
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
      <p dir="auto" lang={language} className="font-display text-lg font-semibold">
        {question}
      </p>
      <p dir="auto" lang={language} className="whitespace-pre-line text-muted">
        {description}
      </p>
    </section>
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
          {decisions.map(({ id, status, admin, timestamp, message }) => (
            <li key={id} className="grid justify-items-start gap-1">
              <StatusBadge status={status} />
              <p className="text-sm text-muted">
                {t.decidedBy({ name: admin, time: () => <RelativeTime timestamp={timestamp} /> })}
              </p>
              {message && (
                <p dir="auto" className="whitespace-pre-line">
                  {message}
                </p>
              )}
            </li>
          ))}
        </ol>
      </section>
      {rejection && <RejectionDifference rejection={rejection} survey={survey} />}
    </div>
  );
}
