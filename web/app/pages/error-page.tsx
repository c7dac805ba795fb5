import { useEffect } from "react";
import * as common from "#words/common";
import * as t from "#words/errors";
import * as wording from "#words/specified";
import { pages } from "../../../contract/pages.ts";
import { LoadFailure } from "../../components/lazy-page.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { addressOf } from "../../lib/language.ts";

interface ErrorPageProps {
  error: unknown;
  retry: () => void;
}

export function ErrorPage({ error, retry }: ErrorPageProps) {
  useEffect(() => console.error(error), [error]);
  const isLost = error instanceof LoadFailure;

  function tryAgain() {
    // The button goes away, and the focus must not get lost with it.
    document.getElementById("main")?.focus({ preventScroll: true });
    retry();
  }

  return (
    <div role="alert" className="page grid gap-8">
      <PageHeading
        title={t.wentWrong}
        lead={(isLost ? t.notLoaded : t.notYourFault)({ thisIsErrorPage: wording.errorPage })}
      />
      <div className="flex flex-wrap gap-3">
        {isLost ? (
          <button type="button" className="btn btn-primary" onClick={tryAgain}>
            {common.tryAgain}
          </button>
        ) : (
          <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
            {t.loadAgain}
          </button>
        )}
        {/* A plain link, because a full page load also resets what failed. */}
        <a href={addressOf(pages.home)} className="btn btn-outline">
          {t.goHome}
        </a>
      </div>
    </div>
  );
}
