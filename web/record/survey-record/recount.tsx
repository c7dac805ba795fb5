import * as common from "#words/common";
import * as t from "#words/record";
import { Disclosure } from "../../components/disclosure.tsx";
import { lazyPart } from "../../components/lazy-page.tsx";
import type { RecountProps } from "./run-recount.ts";

const RecountPanel = lazyPart(() => import("./recount-panel.tsx"));

/** Counts all votes again in this browser, when somebody opens it. */
export function Recount(props: RecountProps) {
  return (
    <Disclosure
      title={t.recountTitle}
      outline={<progress className="progress" aria-label={common.loading} />}
    >
      <RecountPanel {...props} />
    </Disclosure>
  );
}
