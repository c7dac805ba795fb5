import { fromBase64 } from "./bytes.ts";
import { openCheckpoint } from "./checkpoint.ts";
import { followHandOvers, type ListedKey } from "./keys.ts";
import { WrongRecord } from "./recount.ts";
import { createSiteReader, type SiteOptions, type SiteReader, Unreadable } from "./site-reader.ts";
import { type Checked, Contradiction, checkSurvey, ShownDiffers } from "./verify-survey.ts";

// Checks the records of a site, and remembers what it has seen for the next time.

/** What is remembered of a site. */
export interface KeptSite {
  /** The newest signing key that was seen or introduced, in base64. */
  key: string;
  surveys: Record<string, KeptSurvey>;
}

interface KeptSurvey {
  checkpoint: string | null;
  /** A number of votes that was shown, and when: an hour later they must be in the record. */
  shown: { votes: number; at: string } | null;
}

export type Verdict = "fine" | "wrong" | "unchecked";

export interface Finding {
  /** A survey's id, `key` or `site`. */
  about: string;
  verdict: Verdict;
  text: string;
  /** Signed notes that prove what is wrong. */
  notes?: string[];
}

interface VerifyOptions extends SiteOptions {
  /** Empty for all published surveys. */
  ids: string[];
  kept: KeptSite | undefined;
  /** A key that the caller knows to be right, for a change that no key has introduced. */
  trustedKey?: string | undefined;
  /** Checkpoints that others were given. */
  others: string[];
  report: (finding: Finding) => void;
  now: () => Date;
}

// An hour is promised; the rest is for clocks that differ.
const PROMISED_MS = 65 * 60_000;

/** Returns what to remember. What was seen first is kept until nothing contradicts it. */
export async function verifySite(options: VerifyOptions): Promise<KeptSite | undefined> {
  const { ids, kept, others, report } = options;
  const site = createSiteReader(options);
  try {
    const listed = await site.readKeys();
    const keys = await checkKeys(listed, options);
    const accepted = await openOthers(others, [...keys.accepted, ...listed.map(keyOf)]);
    // One that is no longer published still has its record.
    const known = Object.keys(kept?.surveys ?? {});
    const all = ids.length > 0 ? ids : [...(await site.listSurveys()), ...known];
    const surveys = { ...kept?.surveys };
    for (const id of new Set(all)) {
      const now = await verifySurvey(site, id, keys.accepted, accepted, options);
      if (now) surveys[id] = now;
    }
    return { key: keys.remembered, surveys };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    report({ about: "site", verdict: "unchecked", text: error.message });
    return kept;
  }
}

const keyOf = ({ publicKey }: ListedKey) => publicKey;

/** The key to remember, and those with which the site may sign now. */
async function checkKeys(listed: ListedKey[], { kept, trustedKey, report }: VerifyOptions) {
  const [newest] = listed.map(keyOf);
  if (!newest) throw new Unreadable("The site has signed nothing yet");
  const known = trustedKey ?? kept?.key;
  const tell = (verdict: Verdict, text: string) => report({ about: "key", verdict, text });
  if (!known) {
    tell("fine", `${newest}, seen for the first time; compare it with one from elsewhere`);
    return { remembered: newest, accepted: listed.map(keyOf) };
  }
  const accepted = await followHandOvers(known, listed);
  if (accepted.includes(newest)) {
    tell("fine", newest === known ? `${known}, as before` : `${newest}, introduced by ${known}`);
    return { remembered: newest, accepted };
  }
  tell("wrong", `${newest} has appeared, and ${known} does not introduce it`);
  // What the new key has signed is still worth comparing.
  return { remembered: known, accepted: [known, ...listed.map(keyOf)] };
}

/** Checkpoints that others were given, with the record of which each is. */
async function openOthers(notes: string[], keys: string[]) {
  return Promise.all(
    notes.map(async (note) => {
      const [name = ""] = note.split("\n");
      const named = keys.map((key) => ({ name, publicKey: fromBase64(key) }));
      const { origin } = await openCheckpoint(note, named).catch(() => {
        throw new Unreadable("A checkpoint to compare with is not signed with a key of this site");
      });
      return { origin, note };
    }),
  );
}

async function verifySurvey(
  site: SiteReader,
  id: string,
  keys: string[],
  others: { origin: string; note: string }[],
  { kept, report, now }: VerifyOptions,
): Promise<KeptSurvey | null> {
  const known = kept?.surveys[id];
  const toCompare = others.filter(({ origin }) => origin.endsWith(`/record/${id}`));
  const earlier = [known?.checkpoint ?? [], toCompare.map(({ note }) => note)].flat();
  const check = () => checkSurvey({ site, id, keys, earlier });
  try {
    const checked = await check().catch((error: unknown) => {
      if (error instanceof ShownDiffers) return check();
      throw error;
    });
    const shown = checkPromise(known?.shown ?? null, checked, now());
    report({ about: id, verdict: "fine", text: describe(checked, earlier.length > 0) });
    return { checkpoint: checked.checkpoint, shown };
  } catch (error) {
    if (error instanceof Contradiction) {
      report({ about: id, verdict: "wrong", text: error.message, notes: error.notes });
    } else if (error instanceof WrongRecord) {
      report({ about: id, verdict: "wrong", text: error.message });
    } else if (error instanceof Unreadable) {
      report({ about: id, verdict: "unchecked", text: error.message });
    } else throw error;
    return null;
  }
}

/** Returns the number to compare with the next time. */
function checkPromise(before: KeptSurvey["shown"], { counted, survey }: Checked, now: Date) {
  const { yes = 0, no = 0, unopened = 0, setAside = 0 } = counted ?? {};
  const entered = yes + no + unopened + setAside;
  const isDue = before && now.getTime() - Date.parse(before.at) > PROMISED_MS;
  if (before && !isDue) return before;
  if (before && before.votes > entered) {
    const were = `${before.votes} votes were shown at ${before.at}`;
    throw new WrongRecord(`${were}, but only ${entered} are in the record, an hour later`);
  }
  return survey && { votes: survey.votes, at: now.toISOString() };
}

function describe({ counted, survey }: Checked, isContinued: boolean): string {
  if (!counted) return `none of ${survey?.votes ?? 0} votes are in the record yet`;
  const { yes, no, unopened, setAside, closed, size } = counted;
  const choices = unopened > 0 ? "whose choices are hidden" : `recounted: ${yes} yes, ${no} no`;
  const counts = yes + no + unopened;
  const waiting = (survey?.votes ?? counts) - counts;
  return [
    `${counts} votes, ${choices}`,
    ...(setAside > 0 ? [`${setAside} set aside`] : []),
    ...(waiting > 0 ? [`${waiting} more are shown and not entered yet`] : []),
    ...(closed ? [`closed on ${closed}`] : []),
    ...(survey ? [] : ["no longer published"]),
    `${size} entries as signed${isContinued ? ", a continuation of what was seen before" : ""}`,
  ].join("; ");
}

/** Throws for a text that is no Ed25519 key in base64. */
export function checkKey(key: string): string {
  if (fromBase64(key).length !== 32) throw new Error("Not a key of 32 bytes in base64");
  return key;
}
