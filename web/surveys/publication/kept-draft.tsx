import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import * as t from "#words/drafts";
import { routes } from "../../../contract/routes.ts";
import type { SurveyDraft } from "../../../contract/survey-draft.ts";
import { Notice } from "../../components/notice.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { alerts } from "../../lib/alerts.ts";
import { sayHowLongAgo } from "../../lib/format.ts";
import { readOf } from "../../lib/route-queries.ts";
import { type Unsaved, unsavedOf } from "./draft.ts";
import { createDraftKeeper, type DraftKeeper, type Saving } from "./draft-keeper.ts";

interface KeptDraftProps {
  email: string;
  id: string;
  /** The server can't have it yet. */
  isNew?: boolean;
  children: (begun: BegunDraft) => ReactNode;
}

export interface BegunDraft {
  /** Null if there is none. */
  content: SurveyDraft | null;
  keeper: DraftKeeper;
  /** Where and since when it is kept. */
  status: ReactNode;
}

/** Reads a draft, from this browser if it has something newer, and keeps what is typed. */
export function KeptDraft(props: KeptDraftProps) {
  const { email, id, isNew = false } = props;
  const [unsaved, setUnsaved] = useState(() => unsavedOf(email).read(id));
  const [attempt, setAttempt] = useState(0);
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...readOf(routes.readDraft, { params: { id } }),
    enabled: !isNew && !unsaved,
    // One goes on from what the server has now.
    staleTime: 0,
  });
  async function loadOther() {
    unsavedOf(email).forget(id);
    await refetch();
    setUnsaved(undefined);
    setAttempt(attempt + 1);
  }
  if (isNew || unsaved || (data && isFetchedAfterMount)) {
    const draft = data?.draft ?? null;
    return <Open key={attempt} {...props} {...{ unsaved, draft }} onLoadOther={loadOther} />;
  }
  if (error) return <RetryNotice title={t.notShown} problem={error} onRetry={refetch} />;
  return <progress className="progress progress-primary" aria-label={t.loading} />;
}

interface OpenProps extends KeptDraftProps {
  unsaved: Unsaved | undefined;
  draft: { content: SurveyDraft; revision: number; timestamp: string } | null;
  onLoadOther: () => void;
}

function Open({ email, id, unsaved, draft, onLoadOther, children }: OpenProps) {
  const [begun] = useState(unsaved?.content ?? draft?.content ?? null);
  const [saving, tell] = useState<Saving>(
    draft && !unsaved ? { state: "saved", at: draft.timestamp } : { state: "unchanged" },
  );
  const [keeper] = useState(() => createDraftKeeper({ email, id, draft, unsaved }, tell));

  useEffect(() => {
    const end = new AbortController();
    const on = (target: EventTarget, type: string, listener: () => void) =>
      target.addEventListener(type, listener, { signal: end.signal });
    // A phone tells nothing later than that the page is hidden.
    on(document, "visibilitychange", () => void keeper.save({ keepalive: true }));
    on(window, "pagehide", () => void keeper.save({ keepalive: true }));
    on(window, "online", () => void keeper.save());
    // Before somebody leaves by a button that logs them out.
    on(document, "focusout", () => void keeper.save());
    return () => {
      end.abort();
      keeper.leave();
    };
  }, [keeper]);

  const status = <SavingStatus saving={saving} keeper={keeper} onLoadOther={onLoadOther} />;
  return children({ content: begun, keeper, status });
}

interface SavingStatusProps {
  saving: Saving;
  keeper: DraftKeeper;
  onLoadOther: () => void;
}

function SavingStatus({ saving, keeper, onLoadOther }: SavingStatusProps) {
  const overwrite = () => keeper.overwrite().catch((error) => alerts.failed(t.notKept, error));
  if (saving.state === "changed") {
    return (
      <Notice
        tone="warning"
        actions={
          <>
            <button type="button" className="btn btn-outline" onClick={overwrite}>
              {t.keepMine}
            </button>
            <button type="button" className="btn btn-outline" onClick={onLoadOther}>
              {t.loadOther}
            </button>
          </>
        }
      >
        {t.changed}
      </Notice>
    );
  }
  const problem = saving.state === "unsaved" ? sayProblem(saving) : "";
  return (
    <p className="min-h-6 text-sm text-muted">
      {saving.state === "saving" && t.saving}
      {saving.state === "saved" &&
        t.saved({ time: () => <Ago key={saving.at} time={saving.at} /> })}
      {/* Only this is said aloud: that it is saved would interrupt whoever types, again and again. */}
      <span role="status">{problem}</span>
    </p>
  );
}

function sayProblem({ problem }: Extract<Saving, { state: "unsaved" }>): string {
  return problem.code === "unavailable"
    ? t.noConnection
    : t.notSaved({ problem: problem.errors[0]?.message ?? problem.message });
}

/** Counts the seconds. */
function Ago({ time }: { time: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <time dateTime={time}>{sayHowLongAgo(new Date(time), now, "second")}</time>;
}
