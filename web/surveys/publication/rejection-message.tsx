import * as t from "#words/surveyForm";

/** An admin's reason, in the admin's words. */
export function RejectionMessage({ message }: { message: string }) {
  return (
    <figure className="grid max-w-prose gap-1 border-s-4 border-error ps-4">
      <figcaption className="text-sm font-semibold text-error">{t.adminWrites}</figcaption>
      <blockquote dir="auto" className="whitespace-pre-line">
        {message}
      </blockquote>
    </figure>
  );
}
