import { useEffect } from "react";
import * as t from "#words/votes";
import { FullTime } from "../../components/full-time.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { surveyQuery } from "../survey/shared/survey-query.ts";

interface NotOpenProps {
  survey: { _id: string; question: string; language: string; opensAt: string | null };
}

// The longest time that a browser's timer can have: 24 days.
const LONGEST_MS = 2 ** 31 - 1;

/** Stands where the form will be, and asks for it when the time has come. */
export function NotOpen({ survey: { _id: id, question, language, opensAt } }: NotOpenProps) {
  useEffect(() => {
    if (!opensAt) return;
    let timer = 0;
    // Again each second after the time has come, because the server's clock decides.
    const askInTime = () => {
      const left = Math.max(1_000, Date.parse(opensAt) - Date.now());
      timer = window.setTimeout(ask, Math.min(left, LONGEST_MS));
    };
    const ask = () => {
      void queryClient.invalidateQueries({ queryKey: surveyQuery(id).queryKey });
      askInTime();
    };
    askInTime();
    return () => clearTimeout(timer);
  }, [id, opensAt]);

  return (
    <section aria-labelledby="not-open" className="grid gap-4">
      <h2
        id="not-open"
        dir="auto"
        lang={language}
        className="font-display text-subtitle text-balance"
      >
        {question}
      </h2>
      <p>
        {opensAt ? (
          t.notOpenUntil({
            strong: (words) => <strong>{words}</strong>,
            time: () => <FullTime timestamp={opensAt} />,
          })
        ) : (
          <strong>{t.notOpen}</strong>
        )}
      </p>
    </section>
  );
}
