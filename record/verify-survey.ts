import { createPaperCheck } from "./ballots.ts";
import { type Limits, Unreadable } from "./bounded-fetch.ts";
import { compareShown, isForEverybody, isLongClosed, WAITING_MOST } from "./compare-shown.ts";
import { changedQuestion, hashSurveyText, type SurveyText } from "./entries.ts";
import { WrongRecord } from "./faults.ts";
import { compareLogged, compareTerms, createLateCheck } from "./log-complete.ts";
import type { LoggedSurvey } from "./log-rules.ts";
import { createRecount, type Recount, recountOpened } from "./recount.ts";
import type { ListedSurvey, ShownSurvey, SiteReader } from "./site-reader.ts";
import { createTreeCheck, type Head, parseHead } from "./tree-check.ts";
import type { Beginning } from "./tree-reader.ts";

// Checks the record of one survey from outside, with what the site serves to everybody.

export interface Checked {
  /** Whether something was known of its record before. */
  isContinued: boolean;
  /** Null if there is no record yet. */
  checkpoint: string | null;
  counted: Recount | null;
  /** Null if the survey is not published any more. */
  survey: ShownSurvey | null;
  /** The texts that people were asked, by their hashes, if they are for whoever asks. */
  texts: Map<string, SurveyText>;
}

interface Options {
  site: SiteReader;
  id: string;
  /** What the list of surveys says about it. */
  listed: ListedSurvey | undefined;
  /** The public keys that may have signed, in base64. */
  keys: string[];
  /** Checkpoints that were found right before: the record must be a continuation of each. */
  earlier: string[];
  /** What the log of the site says of it. */
  logged?: LoggedSurvey | undefined;
  /** Whether it was seen at an earlier check, and its choices were open then. */
  isKnown: boolean;
  wasOpen: boolean;
  limits: Limits;
  now: Date;
}

/** Throws `WrongRecord` if something is wrong, and `Unreadable` if that can't be told. */
export async function checkSurvey(options: Options): Promise<Checked> {
  const { site, id, listed, keys, earlier, logged, limits, now } = options;
  const record = site.record(id);
  const tree = createTreeCheck({ about: id, keys, read: record.readFile });

  /** The newest checkpoint, which is no step back from those before. */
  async function readHead(before: Beginning[]): Promise<Head | null> {
    const note = await record.readCheckpoint();
    const size = before.at(0)?.size;
    if (note === null && size !== undefined) {
      throw new WrongRecord(`The record has vanished; it had ${size} entries`);
    }
    if (note === null) return null;
    const [origin = ""] = note.split("\n");
    if (!origin.endsWith(`/record/${id}`)) throw new WrongRecord("A checkpoint of another record");
    return tree.openHead(note, origin, before);
  }

  /** Counts them, and compares the beginning with every checkpoint that was seen before. */
  async function readEntries(head: Head, before: Beginning[]) {
    if (head.size > limits.entries) {
      const most = `more than the ${limits.entries} that this program reads`;
      throw new Unreadable(`The record is said to have ${head.size} entries, ${most}`);
    }
    const counting = createRecount(id);
    const late = createLateCheck(logged?.heads ?? []);
    let [place, bytes] = [0, 0];
    function add(text: string): void {
      counting.addText(text);
      place += 1;
      bytes += text.length;
      late.add(text, place);
    }
    await tree.readEntries(head, before, { add, root: counting.root });
    const counted = counting.finish();
    if (logged) compareLogged(counted, logged);
    late.refuse();
    return { counted, bytes };
  }

  async function readOpened(head: Head, most: number): Promise<Recount | null> {
    const opened = await record.openRecord(most);
    if (!opened) return null;
    const papers = await createPaperCheck(id, logged?.terms?.ballotKey);
    return recountOpened(id, opened, head, papers.check);
  }

  /** All texts that people were asked, each with the hash that is in the record. */
  async function readTexts({ texts }: Recount, shown: ShownSurvey | null) {
    const found = new Map<string, SurveyText>();
    if (!shown?.shown) return found;
    for (const { hash, ...text } of (await site.readTexts(id)) ?? []) {
      if (hashSurveyText(text) !== hash) {
        throw new WrongRecord("The site serves a text under the hash of another one");
      }
      found.set(hash, text);
    }
    const hidden = texts.find(({ hash }) => !found.has(hash));
    for (const { hash, votes } of texts) {
      const turned = changedQuestion(found.get(hash), shown.shown);
      if (turned === undefined) continue;
      throw new WrongRecord(
        `The question${turned} is not the one that ${votes} votes have answered`,
      );
    }
    if (!hidden) return found;
    throw new Unreadable(`${hidden.votes} votes have answered a text that the site does not show`);
  }

  // What was signed comes first, because it is evidence.
  const before = [...earlier.map(parseHead), ...(logged?.heads.toReversed() ?? [])];
  const head = await readHead(before);
  // Read after the checkpoint, so it counts every vote that the checkpoint has.
  const survey = await site.readSurvey(id);
  if (listed && !survey)
    throw new Unreadable("It is listed, but the site does not say what it shows");
  const isContinued = earlier.length > 0;
  if (!head) {
    const nothing = { checkpoint: null, counted: null, texts: new Map() };
    return { ...nothing, isContinued, survey: expectNone(survey) };
  }
  const hidden = await readEntries(head, before);
  const isPublic = hidden.counted.closed || isForEverybody(listed, survey, now) || options.wasOpen;
  // An entry is at most four times as long with receipt and choice, ten times with a ballot paper, and
  // a list may begin with more.
  const times = hidden.counted.issued === null ? 4 : 10;
  const most = times * hidden.bytes + limits.answerBytes;
  // Asking in vain would count against the limit of those who ask.
  const opened = survey?.shown ? await readOpened(head, most) : null;
  const counted = opened ?? hidden.counted;
  if (survey) compareShown(counted, survey, now);
  if (survey && isPublic && !opened) {
    throw new Unreadable("Its result is for everybody, but the site does not open its record");
  }
  const texts = await readTexts(counted, survey);
  compareTerms(counted, survey, logged, now);
  return { checkpoint: head.note, counted, survey, texts, isContinued };

  /** Of a survey that has no record. */
  function expectNone(shown: ShownSurvey | null): ShownSurvey | null {
    if (!shown && !listed && earlier.length === 0 && !options.isKnown) {
      throw new Unreadable("The site knows no such survey");
    }
    const votes = (shown?.votes ?? 0) + (shown?.setAside ?? 0);
    if (votes === 0) return shown;
    const waits = votes < WAITING_MOST || shown?.resultsMode === "closed";
    if (waits && !isLongClosed(shown, now)) return shown;
    throw new Unreadable(`${votes} votes are shown, but the site serves no record`);
  }
}
