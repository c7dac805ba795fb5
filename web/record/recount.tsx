import type { SurveyText } from "../../record/entries.ts";
import { Disclosure } from "../components/disclosure.tsx";
import { lazyPart } from "../components/lazy-page.tsx";

const RecountPanel = lazyPart(() => import("./recount-panel.tsx"));

export interface RecountProps {
  surveyId: string;
  /** As it is shown on this page, to compare it with what people were asked. */
  text?: SurveyText;
  /** As they are shown on this page. */
  results: { yes: number; no: number };
}

/** Counts all votes again in this browser, when somebody opens it. */
export function Recount(props: RecountProps) {
  return (
    <Disclosure
      title="Check this result"
      outline={<progress className="progress" aria-label="Loading" />}
    >
      <RecountPanel {...props} />
    </Disclosure>
  );
}
