import { Disclosure } from "../components/disclosure.tsx";
import { lazyPart } from "../components/lazy-page.tsx";
import type { RecountProps } from "./run-recount.ts";

const RecountPanel = lazyPart(() => import("./recount-panel.tsx"));

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
