import { options } from "../../../contract/surveys.ts";
import { markOf } from "../../lib/own-marks.ts";
import { storedFields } from "../../lib/stored-fields.ts";
import type { Ballot } from "./shared/vote-fields.tsx";

/** Kept in this tab for this person, so that a reload loses neither choice nor text. */
export function ballotOf(email: string, surveyId: string) {
  const key = `${markOf("ballot", email)}:${surveyId}`;
  return {
    read: () => readBallot(sessionStorage.getItem(key)),
    keep: (ballot: Ballot) => sessionStorage.setItem(key, JSON.stringify(ballot)),
    forget: () => sessionStorage.removeItem(key),
  };
}

/** Checked, because another version of the site, or a person, may have stored something else. */
function readBallot(stored: string | null): Partial<Ballot> {
  const found = storedFields<Ballot>(stored);
  const vote = options.find((option) => option === found.vote);
  return {
    ...(vote && { vote }),
    report: typeof found.report === "string" ? found.report : "",
  };
}
