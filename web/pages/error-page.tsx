import { useEffect } from "react";
import * as wording from "#words/specified";
import { pages } from "../../contract/pages.ts";
import { LoadFailure } from "../components/lazy-page.tsx";
import { PageHeading } from "../components/page-heading.tsx";

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
        title="Something went wrong"
        lead={
          <>
            {wording.errorPage}.{" "}
            {isLost
              ? "We could not load this page. Your connection may be the reason. When you are online again, the page appears by itself."
              : "It is not your fault; often it is enough to load the page again."}
          </>
        }
      />
      <div className="flex flex-wrap gap-3">
        {isLost ? (
          <button type="button" className="btn btn-primary" onClick={tryAgain}>
            Try again
          </button>
        ) : (
          <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
            Load it again
          </button>
        )}
        {/* A plain link, because a full page load also resets what failed. */}
        <a href={pages.home} className="btn btn-outline">
          Go to the home page
        </a>
      </div>
    </div>
  );
}
