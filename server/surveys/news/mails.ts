import { pages, prefixOf } from "../../../contract/pages.ts";
import { sharesOf } from "../../../contract/results.ts";
import { fillPath } from "../../../contract/route.ts";
import { textIn } from "../../../contract/text-in.ts";
import type { Language } from "../../../words/generated/languages.ts";
import { sayWhoAnswered } from "../../../words/say-result.ts";
import type { Database } from "../../database/connect.ts";
import { unsubscribePaths } from "../../people/follows/unsubscribe.ts";
import { findUnread, wantsNews } from "../../people/notices/mail-queries.ts";
import type { Writer } from "../../people/outbox/mailer.ts";
import { words } from "../../process/words.ts";
import { findPublic } from "../survey/queries.ts";
import { type Piece, writeHtml, writeText } from "./html.ts";

interface Deps {
  siteUrl: string;
  siteName: () => Promise<string>;
  /** Signs the addresses that end these mails. */
  key: Buffer;
}

type Unread = Awaited<ReturnType<typeof findUnread>>[number];

/** Tells a person what has become of what they follow: nothing if they have read all of it. */
export function writeNews({ siteUrl, siteName, key }: Deps): Writer<"news"> {
  return async (db, { noticeIds }, { userId, language }) => {
    if (!(await wantsNews(db, userId))) return undefined;
    const unread = await findUnread(db, userId, noticeIds);
    const address = (page: string) => siteUrl + prefixOf(language) + page;
    const pieces: Piece[] = [];
    for (const notice of unread) {
      const piece = await writePiece(db, notice, language, address);
      if (piece) pieces.push(piece);
    }
    const [first] = pieces;
    if (!first) return undefined;
    const t = words[language].news.mail;
    const unsubscribe = unsubscribePaths(userId, key);
    const mail = {
      language,
      pieces,
      reason: t.reason,
      links: [
        { label: t.settings, url: address(pages.news) },
        { label: t.stop, url: address(unsubscribe.page) },
      ],
    };
    return {
      subject:
        pieces.length === 1
          ? `${first.what}: ${first.title}`
          : t.subject({ count: pieces.length, site: await siteName() }),
      text: writeText(mail),
      html: writeHtml(mail),
      unsubscribe: siteUrl + unsubscribe.call,
    };
  };
}

/** Undefined if the survey is no longer published, so that there is nothing to see. */
async function writePiece(
  db: Database,
  { kind, surveyId, title, language: titleLanguage, message }: Unread,
  language: Language,
  address: (page: string) => string,
): Promise<Piece | undefined> {
  const { kinds, mail } = words[language].news;
  const what = kinds[kind];
  if (kind === "taken-down") {
    const link = { label: mail.seeAll, url: address(pages.surveys) };
    return { what, title, language: titleLanguage, sentences: [], link };
  }
  const survey = await findPublic(db, surveyId);
  if (!survey) return undefined;
  const shown = textIn(survey, language);
  const isOver = kind === "closed" && survey.results !== null;
  const page = isOver ? pages.results : pages.survey;
  return {
    what,
    title: shown.title,
    language: shown.language,
    sentences: [message, ...(isOver ? sayResult(survey, language) : [])].filter(Boolean),
    link: {
      label: isOver ? mail.check : mail.read,
      url: address(fillPath(page, { id: surveyId })),
    },
    // An old version of the picture, whose address leads to the newest one.
    ...(isOver && { picture: address(`/share/${surveyId}-${language}-0-${"0".repeat(16)}.png`) }),
  };
}

type Public = NonNullable<Awaited<ReturnType<typeof findPublic>>>;

function sayResult({ results, setAside }: Public, language: Language): string[] {
  if (!results) return [];
  const { tally, picture } = words[language];
  const shares = sharesOf(results);
  const side = (name: "yes" | "no") =>
    shares ? [`${picture.choices[name]} ${tally.share({ share: shares[name] })}`] : [];
  return [...side("yes"), ...side("no"), sayWhoAnswered(tally, { results, setAside })];
}
