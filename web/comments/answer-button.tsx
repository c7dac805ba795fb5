import { useState } from "react";
import { COMMENT_MAX } from "../../contract/comments.ts";
import { routes } from "../../contract/routes.ts";
import { TextDialog } from "../components/text-dialog.tsx";
import { useRouteMutation } from "../lib/route-mutation.ts";
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
        Answer<span className="sr-only"> the comment of {comment.author}</span>
      </button>
      {asking && (
        <TextDialog
          title={`Answer ${comment.author}`}
          lead={<Quote>{comment.text}</Quote>}
          label="Your answer"
          field="answer"
          limit={COMMENT_MAX}
          required="Please write something first"
          action="Answer"
          onSend={send}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
