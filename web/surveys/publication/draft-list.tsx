import { Link } from "react-router";
import * as t from "#words/drafts";
import { pages } from "../../../contract/pages.ts";
import { fillPath, type Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { RelativeTime } from "../../components/relative-time.tsx";
import { srOnly } from "../../components/sr-only.tsx";
import { alerts } from "../../lib/alerts.ts";
import { markOf } from "../../lib/own-marks.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { useSession } from "../../people/identity/session.tsx";

type ListedDraft = Reply<typeof routes.listDrafts>[number];

/** What one has begun. Nothing if that is nothing. */
export function DraftList({ drafts }: { drafts: ListedDraft[] }) {
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="drafts" className="grid gap-3">
      <h2 id="drafts" className="font-display text-subtitle">
        {t.title}
      </h2>
      <ul className="grid gap-2">
        {drafts.map((draft) => (
          <li key={draft.id}>
            <DraftItem draft={draft} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DraftItem({ draft }: { draft: ListedDraft }) {
  const { id, language, ofSurvey, timestamp } = draft;
  const title = draft.title.trim() || t.untitled;
  const { user } = useSession();
  const remove = useRouteMutation(routes.deleteDraft);

  async function askAndDelete() {
    const question = { title: t.removeQuestion({ title }), text: t.removeMeans };
    if (!(await alerts.confirm({ ...question, action: t.removeNow }))) return;
    if (user) localStorage.removeItem(`${markOf("survey-draft", user.email)}:${id}`);
    const says = { done: t.removed, failed: t.notRemoved };
    await alerts.outcome(remove.mutateAsync({ params: { id } }), says);
  }

  return (
    <article className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border border-dashed border-muted p-4">
      <div className="me-auto min-w-0">
        <h3 lang={language || undefined} dir="auto" className="font-semibold wrap-anywhere">
          {title}
        </h3>
        <p className="text-sm text-muted">
          {t.saved({ time: () => <RelativeTime timestamp={timestamp} /> })}
          {ofSurvey && ` · ${t.ofSurvey}`}
        </p>
      </div>
      <Link
        to={ofSurvey ? fillPath(pages.editSurvey, { id }) : `${pages.createSurvey}?draft=${id}`}
        className="btn btn-outline"
      >
        {t.goOn({ title, unseen: srOnly })}
      </Link>
      <button
        type="button"
        className="btn btn-ghost"
        aria-busy={remove.isPending}
        onClick={askAndDelete}
      >
        {t.remove({ title, unseen: srOnly })}
      </button>
    </article>
  );
}
