import { useState } from "react";
import * as t from "#words/publication";
import type { OwnSurvey } from "../../../contract/managed-surveys.ts";
import { routes } from "../../../contract/routes.ts";
import { srOnly } from "../../components/sr-only.tsx";
import { alerts } from "../../lib/alerts.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { useSession } from "../../people/identity/session.tsx";

/** Whether other sites may show the survey. Nothing where this site allows that for none. */
export function EmbeddableSwitch({ survey }: { survey: OwnSurvey }) {
  const { settings } = useSession();
  const change = useRouteMutation(routes.setEmbeddable);
  /** Shown before the list has been read again, so that the box does not jump back meanwhile. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  if (!settings?.embed) return null;

  function choose(embeddable: boolean) {
    if (change.isPending) return;
    setChosen(embeddable);
    const saving = change.mutateAsync({ params: { id: survey._id }, body: { embeddable } });
    saving.catch(() => setChosen(null));
    void alerts.outcome(saving, { done: t.embeddingSaved, failed: t.embeddingNotSaved });
  }

  const { title, embeddable } = survey;
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 justify-self-start">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-primary"
        checked={chosen ?? embeddable}
        onChange={(event) => choose(event.target.checked)}
      />
      <span>{t.embeddable({ title, unseen: srOnly })}</span>
    </label>
  );
}
