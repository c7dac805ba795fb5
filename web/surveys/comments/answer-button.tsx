import { useState } from "react";
import * as t from "#words/comments";
import { COMMENT_MAX } from "../../../contract/comments.ts";
import { routes } from "../../../contract/routes.ts";
import { srOnly } from "../../components/sr-only.tsx";
import { TextDialog } from "../../components/text-dialog.tsx";
import { sayName } from "../../lib/names.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { Quote } from "./quote.tsx";

interface AnswerButtonProps {
  surveyId: string;
  comment: { id: string; author: string; text: string };
  onAnswered: () => void;
}

/** For the person who asked. */
export function AnswerButton({ surveyId, comment, onAnswered }: AnswerButtonProps) {
  const [asking, setAsking] = useState(false);
  const addAnswer = useRouteMutation(routes.addAnswer);

  async function send(answer: string) {
    await addAnswer.mutateAsync({
      params: { id: surveyId },
      body: { commentId: comment.id, answer },
    });
    onAnswered();
    setAsking(false);
  }

  return (
    <>
      <button
        type="button"
        className="link py-1 text-sm font-semibold link-primary"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {t.answerIt({ author: sayName(comment.author), unseen: srOnly })}
      </button>
      {asking && (
        <TextDialog
          title={t.answerTitle({ author: sayName(comment.author) })}
          lead={<Quote>{comment.text}</Quote>}
          label={t.yourAnswer}
          field="answer"
          limit={COMMENT_MAX}
          required={t.empty}
          action={t.sendAnswer}
          onSend={send}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
