import {
  differenceOf,
  isFinal,
  isForEverybody,
  type Shown,
  say,
  WAITING_MOST,
} from "./compare-shown.ts";
import { countedIn, createRecount, enteredIn } from "./recount.ts";
import type { ListedSurvey, ShownSurvey, SiteReader } from "./site-reader.ts";
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
  /** The places at which a survey stood at an earlier look. */
  seenAt: (id: string) => string[];
  report: (finding: Finding & { about: string }) => void;
}

// Ten votes are entered within two minutes, and what is shown may be a minute old.
const LAG_MS = 3 * 60_000;

/**
 * Compares all places with the records that were just read. What does not fit is looked at once more
 * after some minutes: votes may be shown that wait to be entered, and others may be shown a little late.
 * Returns at which places each survey stands.
 */
export async function compareElsewhere(checked: Map<string, Checked>, comparing: Comparing) {
  const { report, wait, again } = comparing;
  const standing = new Map<string, string[]>();
  try {
    const first = await findUnfitting(checked, comparing, standing);
    if (first.size === 0) return standing;
    await wait(LAG_MS);
    const grown = new Map<string, Checked>();
    for (const [about, finding] of first) {
      try {
        const found = await again(about);
        grown.set(about, found);
        // Whoever is taken down meanwhile is looked for in the log the next time.
        if (!found.survey) report({ about, ...(finding ?? unchecked(GONE)) });
      } catch (error) {
        report({ about, ...findingOf(error) });
      }
    }
    for (const [about, finding] of await findUnfitting(grown, comparing, standing)) {
      const { votes = 0 } = checked.get(about)?.survey ?? {};
      const counted = grown.get(about)?.counted;
      const entered = counted ? enteredIn(counted) : 0;
      const waiting = `${votes} votes are shown, and are not in the record minutes later`;
      if (finding) report({ about, ...finding });
      // Others have come since; those that were shown at first must be in the record by now.
      else if (votes >= entered + WAITING_MOST) report({ about, ...unchecked(waiting) });
    }
  } catch (error) {
    report({ about: "site", ...findingOf(error) });
  }
  return standing;
}

const unchecked = (text: string): Finding => ({ verdict: "unchecked", text });
const GONE = "It was shown a moment ago, and is not any more";

/** By survey, what does not fit; null if more votes are shown than may wait to be entered. */
async function findUnfitting(
  checked: Map<string, Checked>,
  comparing: Comparing,
  standing: Map<string, string[]>,
) {
  const unfitting = new Map<string, Finding | null>();
  const everywhere = comparing.isWhole && checked.size > 0 ? await readAll(comparing) : {};
  for (const [id, found] of checked) {
    if (!found.survey) continue;
    const { finding, places } = await compareAt(id, found, everywhere, comparing).catch(
      (error) => ({
        finding: findingOf(error),
        places: [],
      }),
    );
    standing.set(id, places);
    if (finding !== undefined) unfitting.set(id, finding);
  }
  return unfitting;
}

type Numbers = Pick<ListedSurvey, "votes" | "results">;

/** By survey, what the list and the open data show; undefined if that is not known. */
interface Everywhere {
  list?: Map<string, ListedSurvey> | undefined;
  openData?: Map<string, Numbers> | undefined;
}

async function readAll({ site, report }: Comparing): Promise<Everywhere> {
  const { surveys, problem } = await site.listSurveys();
  const openData = new Map<string, Numbers>();
  // One that is empty, or not whole, was told once for all.
  const isList = surveys.length > 0 && problem === null;
  const list = isList ? new Map(surveys.map((card) => [card._id, card])) : undefined;
  try {
    for await (const { surveyId, yes, no } of site.readOpenData()) {
      openData.set(surveyId, { votes: yes + no, results: { yes, no } });
    }
    return { list, openData };
  } catch (error) {
    report({ about: "site", ...findingOf(error) });
    return { list };
  }
}

/** What does not fit, and where the survey stands as it should. */
async function compareAt(
  id: string,
  found: Checked,
  { list, openData }: Everywhere,
  { site, now, seenAt }: Comparing,
): Promise<{ finding?: Finding | null; places: string[] }> {
  const counted = found.counted ?? createRecount(id).finish();
  const card = await site.readResults(id);
  const frame = await site.readFrame(id);
  // Read last, so it counts every vote that another place has shown.
  const survey = await site.readSurvey(id);
  if (!survey) return { finding: unchecked(GONE), places: [] };
  const isOpen = isForEverybody(card ?? list?.get(id), survey, now());
  const row = openData?.get(id);
  // Of a place that need not have it, `undefined`; null where it is missing.
  const all: [string, Numbers | null | undefined][] = [
    ["list", list && (list.get(id) ?? null)],
    ["page of the result", card],
    ["frame", frame],
    ["open data", openData && isOpen ? (row ?? null) : row],
  ];
  const shown = all.flatMap(([where, numbers]) => (numbers ? [{ where, ...numbers }] : []));
  const isExact = isFinal(counted, survey, now());
  const own = { where: "survey itself", votes: survey.votes, results: survey.shown };
  const text = [...shown, own]
    .map((one) => differenceOf(one, counted, isExact) ?? excessOf(one, survey))
    .find((difference) => difference !== null);
  const places = shown.flatMap(({ where, results }) => (results || !isOpen ? where : []));
  if (text) return { finding: { verdict: "wrong", text }, places };
  const missing = all
    .filter(([where, numbers]) => numbers !== undefined && !places.includes(where))
    .map(([where]) => sayMissing(where, places, seenAt(id)));
  const worst = missing.find(({ verdict }) => verdict === "wrong") ?? missing[0];
  if (worst) return { finding: worst, places };
  const isWaiting = [...shown, own].some((one) => isAhead(one, found));
  return { ...(isWaiting && { finding: null }), places };
}

/** What one place leaves out and another has, or has had, is hidden. */
function sayMissing(where: string, places: string[], seen: string[]): Finding {
  const text = `Its result is missing in the ${where}`;
  const [other] = places;
  // A list is read in parts, between which surveys move.
  if (where === "list") return unchecked(text);
  if (other) return { verdict: "wrong", text: `${text}, and stands in the ${other}` };
  if (seen.includes(where)) return { verdict: "wrong", text: `${text}, where it was before` };
  return unchecked(text);
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
