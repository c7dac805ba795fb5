import { createHash } from "node:crypto";
import { sharesOf } from "../../../contract/results.ts";
import type { Reply } from "../../../contract/route.ts";
import type { surveyRoutes } from "../../../contract/surveys.ts";
import { textIn } from "../../../contract/text-in.ts";
import type { Language } from "../../../words/generated/languages.ts";
import { sayVotes } from "../../../words/say-result.ts";
import { knownLanguage, words } from "../../process/words.ts";
import type { SurveyPicture } from "../pictures/survey-picture.ts";

/** What everybody may see of a survey. */
export type Pictured = Pick<
  Reply<typeof surveyRoutes.readResults>,
  | "_id"
  | "title"
  | "description"
  | "question"
  | "language"
  | "translations"
  | "phase"
  | "ballot"
  | "counting"
  | "resultsMode"
  | "results"
  | "votes"
  | "setAside"
>;

/** How the site calls itself and looks. */
export interface Look {
  name: string;
  colour: string | null;
  /** Addresses on this site. */
  mark: string | null;
  icon: string | null;
}

/** One state of a survey's picture. */
export interface Version {
  id: string;
  language: Language;
  /** How many have voted until then, which only grows. */
  order: number;
  /** Of all that the picture shows. */
  hash: string;
}

/** Changed with how pictures look, because a picture never changes under its address. */
const LOOK = 1;

/** The language of a survey's picture on a page of this one: that of the text that is shown there. */
export function languageOf(survey: Pictured, page: Language): Language {
  return knownLanguage(textIn(survey, page).language) ?? "en";
}

/** What the picture of this survey shows; null if the fonts can't write its texts. */
export function pictureOf(
  survey: Pictured,
  language: Language,
  { name, colour, mark, icon }: Look,
  legible: (text: string) => string | null,
): SurveyPicture | null {
  const { phase, ballot, counting, results, votes } = survey;
  const { picture: t, tally } = words[language];
  const isWaiting = counting === "closing";
  const count = votes === 0 && !isWaiting ? t.noVotes : sayVotes(tally, survey);
  const text = textIn(survey, language);
  const title = legible(text.title);
  const question = legible(text.question);
  if (title === null || question === null) return null;
  const shares = results && sharesOf(results);
  return {
    language,
    site: { name: legible(name), colour, mark: mark ?? icon },
    title,
    // Many surveyors write the same twice.
    question: question === title ? null : question,
    phase: t.phases[phase],
    votes: ballot === "secret" ? `${count} · ${tally.secretBallot}` : count,
    result: shares && {
      yes: { votes: results.yes, word: t.choices.yes, share: t.share({ share: shares.yes }) },
      no: { votes: results.no, word: t.choices.no, share: t.share({ share: shares.no }) },
    },
    invitation: results === null && !isWaiting ? invite(survey, t) : null,
  };
}

function invite({ phase, resultsMode }: Pictured, t: (typeof words)["en"]["picture"]) {
  if (phase === "upcoming") return null;
  return resultsMode === "voted" ? t.voteToSee : t.seenAfterClosing;
}

/** What the picture shows in one sentence, for whoever does not see it. */
export function describePicture(survey: Pictured, language: Language): string {
  const { results, votes, counting } = survey;
  const { title } = textIn(survey, language);
  const t = words[language].picture;
  const shares = results && sharesOf(results);
  if (counting === "closing") return `“${title}”: ${sayVotes(words[language].tally, survey)}.`;
  return shares ? t.altResult({ title, ...shares, votes }) : t.altVotes({ title, votes });
}

/** Of everything that is shown, and of nothing else: whoever may not see a result can't tell it. */
export function versionOf({ _id: id, votes, setAside }: Pictured, picture: SurveyPicture): Version {
  const shown = JSON.stringify([LOOK, picture]);
  const hash = createHash("sha256").update(shown).digest("hex").slice(0, 16);
  return { id, language: picture.language, order: votes + setAside.count, hash };
}

export function picturePath({ id, language, order, hash }: Version): string {
  return `/share/${id}-${language}-${order}-${hash}.png`;
}

const form =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([a-z]{2})-(\d{1,15})-([0-9a-f]{16})\.png$/;

/** The version that a file's name says; null if it is the name of none. */
export function parseFile(name: string): Version | null {
  const [, id, said, order, hash] = form.exec(name) ?? [];
  const language = knownLanguage(said);
  return id && language && order && hash ? { id, language, order: Number(order), hash } : null;
}
