import { changesOf, hashSurveyText, type SurveyText } from "./entries.ts";
import type { LoggedSurvey } from "./log-rules.ts";
import { countedIn, enteredIn, isLastText } from "./recount.ts";
import type { Checked } from "./verify-survey.ts";

export function describe({ counted, survey, isContinued }: Checked): string {
  if (!counted) return `none of ${survey?.votes ?? 0} votes are in the record yet`;
  const { yes, no, unopened, setAside, issued, closed, size } = counted;
  const choices = unopened > 0 ? "whose choices are hidden" : `recounted: ${yes} yes, ${no} no`;
  const counts = countedIn(counted);
  const waiting = (survey?.votes ?? counts) - counts;
  return [
    `${counts} votes, ${choices}`,
    ...(setAside > 0 ? [`${setAside} set aside`] : []),
    ...(waiting > 0 ? [`${waiting} more are shown and not entered yet`] : []),
    ...(closed ? [`closed on ${closed}`] : []),
    ...(closed && issued !== null ? [`${issued} papers, ${enteredIn(counted)} of them cast`] : []),
    ...(survey ? [] : ["no longer published"]),
    ...(survey?.shown && !isLastText(counted, survey.shown)
      ? ["the text was changed after these votes"]
      : []),
    `${size} entries as signed${isContinued ? ", a continuation of what was seen before" : ""}`,
  ].join("; ");
}

/** What the papers of a secret survey don't prove, once it is closed. */
export function describePapers({ counted }: Checked): string[] {
  if (!counted?.closed || counted.issued === null) return [];
  const left = counted.issued - enteredIn(counted);
  return [
    `Nobody can tell an added ballot from a cast one: who signs papers could have used those of others, and ${left} were not cast`,
  ];
}

/** Nobody can tell whether somebody has closed it at a good moment; that it was put forward is told. */
export function describeClosing(logged: LoggedSurvey | undefined): string[] {
  if (logged?.announced === undefined) return [];
  const closes = logged.announced ? `closes at ${logged.announced}` : "does not close";
  return [`Its closing was put forward after people had voted; the log had said that it ${closes}`];
}

/** Which text how many votes have answered, if it is not one for all of them, and what differs. */
export function describeTexts({ counted, survey, texts }: Checked): string[] {
  const shown = survey?.shown;
  if (!counted || !shown) return [];
  const isOne = counted.texts.length === 1 && isLastText(counted, shown);
  if (isOne) return [];
  return counted.texts.flatMap(({ hash, votes }) => {
    const text = texts.get(hash);
    if (hash === hashSurveyText(shown)) return [`${votes} votes answered the text that is shown`];
    return [`${votes} votes answered another text:`, ...(text ? differences(text, shown) : [])];
  });
}

/** What it was, and what it is now, in the original and in each language that either has. */
function differences(before: SurveyText, now: SurveyText): string[] {
  return changesOf(before, now).flatMap(({ language, changes }) => {
    const where = language && ` in ${language}`;
    return changes.flatMap((change) => [
      ...(change.before === undefined ? [] : [`  - ${change.part}${where}: ${change.before}`]),
      ...(change.now === undefined ? [] : [`  + ${change.part}${where}: ${change.now}`]),
    ]);
  });
}
