import { differenceOf, isFinal, type Shown, say, WAITING_MOST } from "./compare-shown.ts";
import { countedIn, enteredIn } from "./recount.ts";
import type { ShownSurvey, SiteReader } from "./site-reader.ts";
import { type Finding, findingOf } from "./tree-check.ts";
import type { Checked } from "./verify-survey.ts";

// The numbers of a survey stand at several places. All of them are those of its record.

interface Comparing {
  site: SiteReader;
  /** Whether the list and the open data are read as well, which have all surveys. */
  isWhole: boolean;
  wait: (ms: number) => Promise<unknown>;
  now: () => Date;
  /** Checks the record of a survey once more. */
  again: (id: string) => Promise<Checked>;
  report: (finding: Finding & { about: string }) => void;
}

// Ten votes are entered within two minutes, and what is shown may be a minute old.
const LAG_MS = 3 * 60_000;

/**
 * Compares all places with the records that were just read. What does not fit is looked at once more
 * after some minutes: votes may be shown that wait to be entered, and others may be shown a little late.
 */
export async function compareElsewhere(checked: Map<string, Checked>, comparing: Comparing) {
  const { report, wait, again } = comparing;
  try {
    const first = await findUnfitting(checked, comparing);
    if (first.size === 0) return;
    await wait(LAG_MS);
    const grown = new Map<string, Checked>();
    for (const id of first.keys()) grown.set(id, await again(id));
    for (const [about, { text }] of await findUnfitting(grown, comparing)) {
      const { votes = 0 } = checked.get(about)?.survey ?? {};
      const counted = grown.get(about)?.counted;
      const entered = counted ? enteredIn(counted) : 0;
      // Others have come since; those that were shown at first must be in the record by now.
      if (votes < entered + WAITING_MOST && text === null) continue;
      const waiting = `${votes} votes are shown, and are not in the record minutes later`;
      if (text) report({ about, verdict: "wrong", text });
      else report({ about, verdict: "unchecked", text: waiting });
    }
  } catch (error) {
    report({ about: "site", ...findingOf(error) });
  }
}

/** By survey, what differs; null if more votes are shown than may wait to be entered. */
async function findUnfitting(checked: Map<string, Checked>, { site, isWhole, now }: Comparing) {
  const unfitting = new Map<string, { text: string | null }>();
  const everywhere = isWhole && checked.size > 0 ? await readAll(site) : new Map<string, Shown[]>();
  for (const [id, found] of checked) {
    const { counted } = found;
    const results = counted && found.survey && (await site.readResults(id));
    const frame = results && (await site.readFrame(id));
    // Read last, so it counts every vote that another place has shown.
    const survey = results && (await site.readSurvey(id));
    if (!survey) continue;
    const isExact = isFinal(counted, survey, now());
    const own = { where: "survey itself", votes: survey.votes, results: survey.shown };
    const all: Shown[] = [
      ...(everywhere.get(id) ?? []),
      { where: "page of the result", ...results },
      ...(frame ? [{ where: "frame", ...frame }] : []),
      own,
    ];
    const differences = all.map(
      (shown) => differenceOf(shown, counted, isExact) ?? excessOf(shown, survey),
    );
    const text = differences.find((difference) => difference !== null) ?? null;
    if (text || all.some((shown) => isAhead(shown, found))) unfitting.set(id, { text });
  }
  return unfitting;
}

/** What the list and the open data show, by survey. */
async function readAll(site: SiteReader): Promise<Map<string, Shown[]>> {
  const found = new Map<string, Shown[]>();
  const add = (id: string, shown: Shown) => found.set(id, [...(found.get(id) ?? []), shown]);
  const { surveys } = await site.listSurveys();
  for (const { _id, votes, results } of surveys) add(_id, { where: "list", votes, results });
  for await (const { surveyId, yes, no } of site.readOpenData()) {
    add(surveyId, { where: "open data", votes: yes + no, results: { yes, no } });
  }
  return found;
}

/** No place can know of more votes than the survey itself, which was read after it. */
function excessOf({ where, votes, results }: Shown, survey: ShownSurvey): string | null {
  const { setAside, shown } = survey;
  const isMore = (given: number, most: number) => given > most + setAside;
  const sides =
    results && shown && (isMore(results.yes, shown.yes) || isMore(results.no, shown.no));
  if (!isMore(votes, survey.votes) && !sides) return null;
  const own = say({ votes: survey.votes, results: shown });
  return `The ${where} shows ${say({ votes, results })}, the survey itself ${own}`;
}

/** Votes of a hidden result are entered at the end. */
function isAhead({ votes }: Shown, { counted, survey }: Checked): boolean {
  if (!counted || survey?.resultsMode === "closed") return false;
  return votes >= countedIn(counted) + WAITING_MOST;
}
