import * as t from "#words/publication";
import type { OwnSurvey } from "../../../contract/managed-surveys.ts";
import { routes } from "../../../contract/routes.ts";
import { PressButton } from "../../components/press-button.tsx";
import { srOnly } from "../../components/sr-only.tsx";
import { alerts } from "../../lib/alerts.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";

type Closable = Pick<OwnSurvey, "_id" | "title" | "status" | "phase">;

/** Closes a published survey at once. Nothing if it is closed or not open yet. */
export function CloseButton({ survey: { _id: id, title, status, phase } }: { survey: Closable }) {
  const close = useRouteMutation(routes.closeSurvey);
  if (status !== "published" || phase !== "open") return null;

  async function ask() {
    const agreed = await alerts.confirm({
      title: t.closeQuestion({ title }),
      text: t.closeConsequence,
      action: t.closeNow,
    });
    if (!agreed) return;
    void alerts.outcome(close.mutateAsync({ params: { id } }), {
      done: t.closed,
      failed: t.notClosed,
    });
  }

  return (
    <PressButton isBusy={close.isPending} onPress={ask}>
      {t.closeNowNamed({ title, unseen: srOnly })}
    </PressButton>
  );
}
