import { Suspense, useState } from "react";
import * as t from "#words/comments";
import * as common from "#words/common";
import { COMMENT_MAX, EDIT_MINUTES, type Written } from "../../../contract/comments.ts";
import { routes } from "../../../contract/routes.ts";
import { lazyPart } from "../../components/lazy-page.tsx";
import { srOnly } from "../../components/sr-only.tsx";
import { TextDialog } from "../../components/text-dialog.tsx";
import { alerts } from "../../lib/alerts.ts";
import { sayName } from "../../lib/names.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { useSession } from "../../people/identity/session.tsx";
import { ReportButton } from "../reports/shared/report-button.tsx";
import { Quote } from "./quote.tsx";

// Only admins press it.
const HideButton = lazyPart(() => import("../reports/shared/hide-button.tsx"));

interface ActionProps {
  surveyId: string;
  written: Written;
  noun: "comment" | "answer";
}

const look = "link py-1 text-sm text-muted link-hover";

/** What the person who reads a comment or an answer can do about it. */
export function CommentActions(props: ActionProps) {
  const { surveyId, written, noun } = props;
  const { can } = useSession();
  const reportComment = useRouteMutation(routes.reportComment);
  const key = { surveyItemId: surveyId, commentId: written.id };
  if (written.own) return <OwnActions {...props} />;
  if (can("report:handle")) {
    return (
      <Suspense fallback={null}>
        <HideButton comment={{ ...key, ...written }} className={look} />
      </Suspense>
    );
  }
  return (
    <ReportButton
      label={t.reportIt[noun]({ author: sayName(written.author), unseen: srOnly })}
      noun={noun}
      lead={<Quote>{written.text}</Quote>}
      onSend={(report) => reportComment.mutateAsync({ body: { ...key, report } })}
    />
  );
}

function OwnActions({ surveyId, written, noun }: ActionProps) {
  const [editing, setEditing] = useState(false);
  const editComment = useRouteMutation(routes.editComment);
  const deleteComment = useRouteMutation(routes.deleteComment);
  const params = { id: surveyId };

  async function edit(comment: string) {
    await editComment.mutateAsync({ params, body: { commentId: written.id, comment } });
    setEditing(false);
  }

  async function remove() {
    const question = {
      title: t.deleteQuestion[noun],
      text: t.deletedForGood,
      action: common.remove,
    };
    if (!(await alerts.confirm(question))) return;
    try {
      await deleteComment.mutateAsync({ params, query: { commentId: written.id } });
      // The pressed button is about to be gone.
      document.getElementById("comments")?.focus();
    } catch (error) {
      void alerts.failed(t.notDeleted[noun], error);
    }
  }

  return (
    <>
      {written.editable && (
        <button
          type="button"
          className={look}
          aria-haspopup="dialog"
          onClick={() => setEditing(true)}
        >
          {t.editIt[noun]({ unseen: srOnly })}
        </button>
      )}
      <button type="button" className={look} aria-haspopup="dialog" onClick={remove}>
        {t.deleteIt[noun]({ unseen: srOnly })}
      </button>
      {editing && (
        <TextDialog
          title={t.editTitle[noun]}
          lead={<p className="text-muted">{t.editableFor({ minutes: EDIT_MINUTES })}</p>}
          label={t.editLabel[noun]}
          start={written.text}
          field="comment"
          limit={COMMENT_MAX}
          required={t.empty}
          action={common.save}
          onSend={edit}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}
