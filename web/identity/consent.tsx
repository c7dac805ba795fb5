import { pages } from "../../contract/pages.ts";

/** In a new tab, so that what is typed into the form stays. */
export function Consent() {
  return (
    <p className="text-sm text-muted">
      By registering, also through a social log-in, you accept the{" "}
      <a href={pages.terms} target="_blank" rel="noreferrer" className="link">
        terms
      </a>
      . What is stored about you, and who sees how you vote, is on the page{" "}
      <a href={pages.privacy} target="_blank" rel="noreferrer" className="link">
        Privacy
      </a>
      .
    </p>
  );
}
