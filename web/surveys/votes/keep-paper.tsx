import { useState } from "react";
import * as t from "#words/ballots";
import * as votes from "#words/votes";
import { pages } from "../../../contract/pages.ts";
import { SecondsLeft } from "../../components/countdown.tsx";
import { alerts } from "../../lib/alerts.ts";
import { saveFile } from "../../lib/download.ts";
import { useKeptTrying } from "../../lib/keep-trying.ts";
import { wholeAddressOf } from "../../lib/language.ts";
import { writePaperFile } from "./cast-paper.ts";

interface KeepPaperProps {
  surveyId: string;
  email: string;
}

/** The ballot paper as a file, to be cast later or from another network. */
export default function KeepPaper({ surveyId, email }: KeepPaperProps) {
  const trying = useKeptTrying();
  const [state, setState] = useState<"no" | "saving" | "saved">("no");

  async function save() {
    setState("saving");
    try {
      const { getPaper } = await import("./cast-secretly.ts");
      const paper = await trying.run(() => getPaper(surveyId, email));
      const about = t.paperFileAbout({ address: wholeAddressOf(pages.castBallot) });
      const file = new Blob([writePaperFile(surveyId, paper, about)], { type: "application/json" });
      saveFile(file, `ballot-paper-${surveyId}.json`);
      setState("saved");
    } catch (error) {
      setState("no");
      void alerts.failed(t.paperNotSaved, error);
    }
  }

  return (
    <details>
      <summary className="w-fit cursor-pointer py-1.5 font-medium">{t.castLater}</summary>
      <div className="grid gap-3 pt-1.5 text-sm text-pretty">
        <p>
          {t.castLaterHow({
            link: (words) => (
              <a href={wholeAddressOf(pages.castBallot)} className="link">
                {words}
              </a>
            ),
          })}
        </p>
        <p className="font-semibold">{t.paperLost}</p>
        <button
          type="button"
          className="btn btn-outline justify-self-start"
          aria-busy={state === "saving"}
          onClick={save}
        >
          {t.savePaper}
        </button>
        <p role="status" className="empty:hidden">
          {state === "saved" && t.paperSaved}
          {trying.isTrying &&
            (trying.paperAt
              ? votes.paperWaits({ time: () => <SecondsLeft until={trying.paperAt ?? 0} /> })
              : votes.triesAgain)}
        </p>
      </div>
    </details>
  );
}
