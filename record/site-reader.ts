import {
  createBoundedFetch,
  type FetchOptions,
  reasonOf,
  Unreadable,
  unreadable,
} from "./bounded-fetch.ts";
import type { ListedKey } from "./keys.ts";
import { parseOpened, parseRows } from "./opened-file.ts";
import { PLACES_LISTED } from "./places.ts";
import type { RecordSource } from "./receipt-outcome.ts";
import {
  count,
  list,
  object,
  oneOf,
  orNull,
  type Shape,
  type Shaped,
  text,
  time,
} from "./shapes.ts";
import { hashOfOrigin } from "./witness.ts";

// Reads a site's public record and its log over HTTP, at the addresses that `docs/public-record.md`
// lists. Every answer is checked before it is used.

/** A UUID in lower case. */
const surveyId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const publicKey = /^[A-Za-z0-9+/]{43}=$/;
const hash = /^[0-9a-f]{64}$/;
// One a year, for a long time; more witnesses than any site asks.
const KEYS_MOST = 100;
// Names of languages, hosts, keys and times.
const WORD = 500;
// Longer than any title, description or question may be.
const TEXT = 50_000;

const inOneLanguage = { title: text(TEXT), description: text(TEXT), question: text(TEXT) };
const translation = object({ language: text(WORD), ...inOneLanguage });
// Far more languages than any site has.
const LANGUAGES_MOST = 100;

/** Each language once, in the order in which they are hashed. */
function translations(value: unknown, name: string): Shaped<typeof translation>[] {
  const given = list(translation, LANGUAGES_MOST)(value, name);
  const tags = given.map(({ language }) => language);
  if (tags.every((tag, index) => index === 0 || tag > (tags[index - 1] ?? ""))) return given;
  throw new Error(`${name} has a language twice, or in another place`);
}

const surveyText = { ...inOneLanguage, translations };

/** A text under which a survey was published. */
const publishedText = object({ hash: text(64, hash), ...surveyText });
export type PublishedText = Shaped<typeof publishedText>;
// A survey is changed a few times at most.
const TEXTS_MOST = 1_000;

/** What the site shows of a survey to whoever asks. */
const shownSurvey = object({
  votes: count,
  setAside: count,
  resultsMode: oneOf("always", "voted", "closed"),
  closesAt: orNull(time),
  shown: orNull(object({ ...surveyText, yes: count, no: count })),
});
export type ShownSurvey = Shaped<typeof shownSurvey>;

/** What the list of surveys says about one. */
const card = object({
  _id: text(36, surveyId),
  votes: count,
  closesAt: orNull(time),
  phase: oneOf("upcoming", "open", "closed"),
  resultsMode: oneOf("always", "voted", "closed"),
  results: orNull(object({ yes: count, no: count })),
});
export type ListedSurvey = Shaped<typeof card>;

const frameNumbers =
  /<main data-votes="(\d{1,12})"(?: data-yes="(\d{1,12})" data-no="(\d{1,12})")?>/;

const places = object({ places: list(count, PLACES_LISTED), others: list(count, PLACES_LISTED) });

const openRow = object({ surveyId: text(36, surveyId), yes: count, no: count });
// A long title and question, in six bytes a character.
const OPEN_ROW = 10_000;

export type SiteReader = ReturnType<typeof createSiteReader>;

export function createSiteReader(options: FetchOptions) {
  const { limits } = options;
  const site = createBoundedFetch(options);
  const note = text(limits.noteBytes);
  const keys = list(
    object({
      publicKey: text(44, publicKey),
      since: text(WORD),
      handOver: orNull(note),
    }),
    KEYS_MOST,
  );
  const logAbout = object({
    origin: text(WORD),
    /** The newest first. */
    keys,
    witnesses: list(object({ vkey: text(WORD) }), KEYS_MOST),
    quorum: count,
  });

  async function readJson<Value>(path: string, shape: Shape<Value>, most = limits.answerBytes) {
    const answer = await site.readText(path, most);
    if (!answer) return null;
    try {
      const value = shape(JSON.parse(answer.text), "the answer");
      return { headers: answer.headers, value };
    } catch (error) {
      throw unreadable(path, error instanceof SyntaxError ? "it is no JSON" : reasonOf(error));
    }
  }

  const read = async <Value>(path: string, shape: Shape<Value>, most?: number) =>
    (await readJson(path, shape, most))?.value ?? null;
  const readNote = async (path: string, from = site) =>
    (await from.readText(path, limits.noteBytes))?.text ?? null;

  async function readKeys(): Promise<ListedKey[]> {
    const listed = await read("record/keys", keys);
    if (!listed) throw new Unreadable("The site has no list of signing keys");
    return listed;
  }

  const log = {
    readAbout: () => read("log/keys", logAbout),
    readCheckpoint: () => readNote("log/checkpoint"),
    readFile: (path: string) => site.readBytes(`log/${path}`, limits.pageBytes),
    /** What a witness has last signed of the log with this name. */
    readWitness(url: string, origin: string) {
      // Somebody else's machine, which is not sent the token.
      const witness = createBoundedFetch({ ...options, url, token: undefined });
      return readNote(`${hashOfOrigin(origin)}/checkpoint`, witness);
    },
  };

  return {
    readKeys,
    log,

    record: (id: string) =>
      ({
        readKeys,
        log,
        readCheckpoint: () => readNote(`record/${id}/checkpoint`),
        readFile: (path) => site.readBytes(`record/${id}/${path}`, limits.pageBytes),
        readPlaces: (prefix, bits) =>
          read(`record/${id}/places?prefix=${prefix}&bits=${bits}`, places),
        /** `most` bytes are read of it. */
        async openRecord(most = limits.runBytes) {
          const path = `record/${id}/opened?format=json`;
          const answer = await site.open(path, most);
          return answer && told(path, parseOpened(answer.chunks, limits.lineBytes));
        },
      }) satisfies RecordSource,

    readSurvey: (id: string) => read(`record/${id}/survey`, shownSurvey),

    /** Null if the survey is not published. */
    readTexts: (id: string) =>
      read(`record/${id}/texts`, list(publishedText, TEXTS_MOST), limits.pageBytes),

    /** What everybody sees of a survey at its result's page. */
    readResults: (id: string) => read(`survey/results/${id}`, card),

    /** What everybody sees of a survey in a frame: undefined if no other site may show it. */
    async readFrame(id: string) {
      const answer = await site.readText(`embed/${id}`, limits.answerBytes);
      if (!answer) return undefined;
      const [, votes, yes, no] = frameNumbers.exec(answer.text) ?? [];
      if (!votes) return null;
      return { votes: Number(votes), results: yes ? { yes: Number(yes), no: Number(no) } : null };
    },

    /** All results that everybody may see. */
    async *readOpenData() {
      const path = "openData/results?format=json";
      const answer = await site.open(path, limits.surveys * OPEN_ROW);
      if (!answer) throw new Unreadable("The site has no open data");
      yield* told(path, parseRows(answer.chunks, limits.lineBytes, openRow));
    },

    /** All published surveys, or as many as could be read, with the reason why not all. */
    async listSurveys(): Promise<{ surveys: ListedSurvey[]; problem: string | null }> {
      const surveys = new Map<string, ListedSurvey>();
      const end = (problem: string | null) => ({ surveys: [...surveys.values()], problem });
      // As many as a page may have.
      const page = list(card, 50);
      let next: string | undefined = "survey/item?limit=50";
      try {
        while (next) {
          const answer: Awaited<ReturnType<typeof readJson<ListedSurvey[]>>> = await readJson(
            next,
            page,
          );
          if (!answer) return end("The list of surveys is missing");
          const before = surveys.size;
          for (const survey of answer.value) surveys.set(survey._id, survey);
          next = nextPage(answer.headers.get("link"));
          if (surveys.size > limits.surveys) return end(`It lists more than ${limits.surveys}`);
          if (next && surveys.size === before) return end("The list of surveys does not end");
        }
        return end(null);
      } catch (error) {
        return end(error instanceof Unreadable ? error.message : "The list can't be read");
      }
    },
  };
}

/** What is wrong with a file is told with its address. */
async function* told<Row>(path: string, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  try {
    yield* rows;
  } catch (error) {
    throw unreadable(path, error instanceof SyntaxError ? "a line is no JSON" : reasonOf(error));
  }
}

/** The site may name nothing but a further part of the same list. */
function nextPage(link: string | null): string | undefined {
  const address = /<([^>]*)>;\s*rel="?next"?/.exec(link ?? "")?.[1];
  if (address === undefined) return undefined;
  const path = /^\/(survey\/item\?[\w=&%.,:-]{1,1000})$/.exec(address)?.[1];
  if (!path) throw new Unreadable("The list of surveys goes on at an address that it may not have");
  return path;
}

export function isSurveyId(id: string): boolean {
  return surveyId.test(id);
}
