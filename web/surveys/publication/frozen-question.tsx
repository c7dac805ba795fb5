import * as t from "#words/surveyForm";

interface FrozenQuestionProps {
  question: string;
  /** Where its language is known. */
  lang?: string;
  dir?: string;
  why: string;
}

/** A question that people have voted on already. */
export function FrozenQuestion({ question, lang, dir = "auto", why }: FrozenQuestionProps) {
  return (
    <div className="grid gap-1.5">
      <p className="font-semibold">{t.fields.question}</p>
      <p
        dir={dir}
        lang={lang}
        className="rounded-field border border-dashed border-muted px-3 py-2"
      >
        {question}
      </p>
      <p className="text-sm text-muted">{why}</p>
    </div>
  );
}
