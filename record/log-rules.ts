import { areEqual } from "./bytes.ts";
import { SLACK_MS } from "./checkpoint.ts";
import { OVERDUE_MS } from "./compare-shown.ts";
import { isNewer } from "./entries.ts";
import { type LogEntry, parseLogEntry, type Terms } from "./log-entries.ts";

// What the entries of a log may say after each other. Whoever writes the log could say anything;
// what contradicts what it has said before is found here.

export interface LoggedHead {
  size: number;
  root: Uint8Array;
  /** All votes had to be in the record long before. */
  late: boolean;
}

/** What the log says of a survey. */
export interface LoggedSurvey {
  /** The trees that its record has had, the smallest first. */
  heads: LoggedHead[];
  /** The hashes of its texts. */
  texts: Set<string>;
  terms: Terms | null;
  /** The first with which its ballot papers are signed. */
  ballotKey?: string | undefined;
  /** The last time that the log named before these terms. */
  termsAfter: string | null;
  /** How many votes are set aside. */
  setAside: number;
  /** The day on which it was closed. */
  closed: string | null;
  /** It is not published any more. */
  isDown: boolean;
  /** Before its closing was put forward, after people had voted; null: that it does not close. */
  announced?: string | null;
}

export interface LogReading {
  surveys: Map<string, LoggedSurvey>;
  /** All that was so at this time is in the log; null if it names no time. */
  time: string | null;
  /** What is wrong with it, in words. */
  wrong: string[];
  /** So many entries were made by a newer version, wholly or in part. */
  newer: number;
}

/** When witnesses had signed the log as long as it was then: what stands behind was written later. */
export interface Witnessed {
  size: number;
  at: number;
}

// Enough to see what has happened.
const MOST_WRONG = 20;
const modes = ["always", "voted", "closed"];

export function createLogReading(now: Date, witnessed: Witnessed[] = []) {
  const reading: LogReading = { surveys: new Map(), time: null, wrong: [], newer: 0 };
  // One in ten minutes is enough.
  const times: number[] = [];
  const floors = witnessed.toSorted((one, other) => one.size - other.size);
  /** By the clocks of witnesses, it is later than this. */
  let atLeast = Number.NEGATIVE_INFINITY;

  function wrong(text: string): void {
    if (reading.wrong.length < MOST_WRONG) reading.wrong.push(text);
  }

  function surveyOf(id: string): LoggedSurvey {
    const known = reading.surveys.get(id);
    if (known) return known;
    const said = { terms: null, termsAfter: null, setAside: 0, closed: null, isDown: false };
    const survey = { heads: [], texts: new Set<string>(), ...said };
    reading.surveys.set(id, survey);
    return survey;
  }

  function addTime(time: string): void {
    if (reading.time && time < reading.time)
      wrong(`The log goes back from ${reading.time} to ${time}`);
    if (Date.parse(time) > now.getTime() + SLACK_MS)
      wrong(`The log names ${time}, which is to come`);
    reading.time = time;
    const at = Date.parse(time);
    if (at < atLeast - SLACK_MS) {
      wrong(
        `The log names ${time} after witnesses had signed at ${new Date(atLeast).toISOString()}`,
      );
    }
    passTime(at);
  }

  function passTime(at: number): void {
    if (at >= (times.at(-1) ?? Number.NEGATIVE_INFINITY) + SLACK_MS) times.push(at);
  }

  /** A closing that has passed can't be announced once the log has said that voting goes on. */
  function addTerms(id: string, terms: Terms): void {
    const survey = surveyOf(id);
    const before = survey.terms;
    survey.terms = terms;
    survey.termsAfter = reading.time;
    if (before && survey.heads.length > 0) refuseChange(id, before, terms);
    // With a second key, those who were shown it could be told from the others.
    survey.ballotKey ??= terms.ballotKey;
    if (terms.ballotKey && terms.ballotKey !== survey.ballotKey) {
      wrong(`The ballot papers of ${id} are signed with a second key`);
    }
    if (!before || !terms.closes || terms.closes === before.closes || !reading.time) return;
    if (Date.parse(terms.closes) < Date.parse(reading.time) - SLACK_MS) {
      const said = before.closes ? `closes at ${before.closes}` : "does not close";
      wrong(
        `The closing of ${id} is backdated to ${terms.closes}: at ${reading.time} the log said that it ${said}`,
      );
    }
  }

  /** Once people have voted, what they were told of it holds. Before, it may open again. */
  function refuseChange(id: string, before: Terms, terms: Terms): void {
    if (terms.results !== before.results) {
      wrong(`Who sees the results of ${id} was changed after votes were entered`);
    }
    if (!terms.ballotKey !== !before.ballotKey) {
      wrong(`Whether ballots of ${id} are secret was changed after votes were entered`);
    }
    const end = (closes: string | null) => closes ?? "never";
    if (end(terms.closes) < end(before.closes)) surveyOf(id).announced = before.closes;
    if (terms.closes === before.closes || !before.closes || !reading.time) return;
    if (Date.parse(before.closes) < Date.parse(reading.time) - SLACK_MS) {
      wrong(`${id} has closed at ${before.closes}, and is opened again after votes were entered`);
    }
  }

  /**
   * Whether all votes of a survey had to be in the record before. If the site did not run when they
   * were due, or named the closing only later, it has ten minutes from when it went on.
   */
  function isLate({ terms, termsAfter }: LoggedSurvey): boolean {
    if (!terms?.closes || !reading.time) return false;
    const due = Math.max(Date.parse(terms.closes) + OVERDUE_MS, Date.parse(termsAfter ?? "1970"));
    const now = Math.max(Date.parse(reading.time), atLeast);
    // Most are entered earlier, so the times are seldom looked through.
    if (now <= due) return false;
    const first = times.find((time) => time > due);
    return first !== undefined && now > first + SLACK_MS;
  }

  function addClosed(id: string, date: string): void {
    const survey = surveyOf(id);
    if (survey.closed) wrong(`${id} is closed twice`);
    survey.closed = date;
    const { terms } = survey;
    if (terms?.closes?.slice(0, date.length) !== date) {
      wrong(`${id} was closed on ${date}, but was to close ${terms?.closes ?? "never"}`);
    }
  }

  function setDown(id: string, isDown: boolean): void {
    const survey = surveyOf(id);
    if (survey.isDown === isDown) wrong(`${id} is ${isDown ? "taken down" : "shown again"} twice`);
    survey.isDown = isDown;
  }

  function addHead(id: string, size: number, root: Uint8Array): void {
    const survey = surveyOf(id);
    const { heads } = survey;
    const last = heads.at(-1);
    if (last && size < last.size) wrong(`The record of ${id} shrinks from ${last.size} to ${size}`);
    if (last?.size === size && !areEqual(last.root, root)) {
      wrong(`The record of ${id} has two histories of ${size} entries`);
    }
    heads.push({ size, root, late: isLate(survey) });
  }

  function add(entry: LogEntry): void {
    if (isNewer(entry) || (entry.kind === "terms" && !modes.includes(entry.results))) {
      reading.newer += 1;
    }
    if (entry.kind === "unknown") return;
    if (entry.kind === "time") addTime(entry.time);
    else if (entry.kind === "terms") addTerms(entry.survey, entry);
    else if (entry.kind === "text") surveyOf(entry.survey).texts.add(entry.hash);
    else if (entry.kind === "closed") addClosed(entry.survey, entry.date);
    else if (entry.kind === "checkpoint") addHead(entry.survey, entry.size, entry.root);
    else if (entry.kind === "taken-down" || entry.kind === "shown-again") {
      setDown(entry.survey, entry.kind === "taken-down");
    } else
      surveyOf(entry.survey).setAside += entry.kind === "restored" ? -entry.votes : entry.votes;
  }

  return {
    reading,
    /** The next entry, as it is served. */
    add(text: string, place: number): void {
      for (; (floors[0]?.size ?? place + 1) <= place; floors.shift()) {
        atLeast = Math.max(atLeast, floors[0]?.at ?? 0);
        passTime(atLeast);
      }
      try {
        add(parseLogEntry(text));
      } catch {
        wrong(`Entry ${place} of the log has a form that no entry has`);
      }
    },
  };
}
