import { brandColours } from "../../../contract/brand-colours.ts";
import { type ColourName, inCss, themeColours } from "../../../contract/theme-colours.ts";
import { type Language, languages } from "../../../words/generated/languages.ts";
import { displayFont, textFont } from "./fonts.ts";

/** As link previews want it. */
export const PICTURE_SIZE = { width: 1200, height: 630 };

/** All that a picture says and shows. The same always looks the same. */
export interface SurveyPicture {
  language: Language;
  site: {
    /** Null if the fonts lack letters of it. */
    name: string | null;
    /** Null for the built-in ones. The name of a mark changes with what it shows. */
    mark: string | null;
    colour: string | null;
  };
  title: string;
  question: string | null;
  phase: string;
  votes: string;
  /** Only if everybody may see it, and there are votes. */
  result: { yes: Side; no: Side } | null;
  /** What to do for the result. */
  invitation: string | null;
}

interface Side {
  votes: number;
  word: string;
  share: string;
}

/** Of the light theme: a picture is seen among others, on pages of any colour. */
const themed = (name: ColourName) => inCss(themeColours.light[name]);

/** The same as web/app/favicon.svg. */
const builtInMark = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#3a33c4" d="M8 2h24a6 6 0 0 1 6 6v18a6 6 0 0 1-6 6H19l-8 7v-7H8a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6Z"/><path fill="#6fdccf" d="M9 11h18v5H9z"/><path fill="#ffb370" d="M9 19h11v5H9z"/></svg>`,
);

type Style = Record<string, string | number>;
type Dir = "ltr" | "rtl";

/** As @takumi-rs/core reads it. Its own types bring React's along, which are about a browser. */
export type Part = { style: Style; dir?: Dir; lang?: string } & (
  | { type: "container"; children: Part[] }
  | { type: "text"; text: string }
  | { type: "image"; src: Buffer }
);

const box = (style: Style, children: Part[] = []): Part => ({
  type: "container",
  style: { display: "flex", ...style },
  children,
});
const text = (said: string, style: Style, dir?: Dir): Part => ({
  type: "text",
  text: said,
  style,
  ...(dir && { dir }),
});

const large: Style = { fontFamily: displayFont, fontWeight: 800 };
/** Of texts that people wrote: at most so many lines, and words of any length. */
const lines = (most: number): Style => ({
  lineClamp: most,
  textOverflow: "ellipsis",
  overflow: "hidden",
  overflowWrap: "anywhere",
  textWrap: "balance",
});

/** The picture as boxes and texts, which a painter can draw. */
export function layOut(picture: SurveyPicture, mark: Buffer = builtInMark): Part {
  const { language, result } = picture;
  const { direction, tag } = languages[language];
  const below = result
    ? [showResult(result, picture.votes)]
    : [
        box({ height: 2, backgroundColor: themed("base-300"), marginBottom: 26 }),
        showVotes(picture),
      ];
  return {
    ...box(
      {
        width: "100%",
        height: "100%",
        flexDirection: "column",
        padding: "48px 64px 56px",
        backgroundColor: themed("base-100"),
        color: themed("base-content"),
        fontFamily: textFont,
        fontSize: 30,
      },
      [header(picture, mark), texts(picture, direction), ...below],
    ),
    dir: direction,
    lang: tag,
  };
}

function header({ site: { name }, phase }: SurveyPicture, mark: Buffer): Part {
  const style = { width: 52, height: 52, objectFit: "contain" };
  const logo: Part = { type: "image", src: mark, style };
  return box({ justifyContent: "space-between", alignItems: "center", height: 56, flexShrink: 0 }, [
    box({ alignItems: "center", gap: 16 }, [
      logo,
      ...(name ? [text(name, { ...large, fontSize: 34 })] : []),
    ]),
    box(
      {
        alignItems: "center",
        height: 52,
        padding: "0 24px",
        borderRadius: 26,
        border: `2px solid ${themed("base-300")}`,
        backgroundColor: themed("base-200"),
      },
      [text(phase, { fontWeight: 600, fontSize: 28 })],
    ),
  ]);
}

function texts({ title, question }: SurveyPicture, direction: Dir): Part {
  // As on pages, they stand where those of the picture do, whatever their own direction is.
  const aligned = { textAlign: direction === "rtl" ? "right" : "left" };
  const style = { ...large, ...aligned, ...sizesOf(title), ...lines(3) };
  const asked: Style = {
    ...aligned,
    fontSize: 32,
    lineHeight: isTall(question ?? "") ? 1.5 : 1.28,
    color: themed("muted"),
    ...lines(2),
  };
  return box(
    { flexDirection: "column", flexGrow: 1, flexShrink: 1, justifyContent: "center", gap: 14 },
    [
      text(title, style, directionOf(title)),
      ...(question ? [text(question, asked, directionOf(question))] : []),
    ],
  );
}

/** Titles have up to 120 letters. Chinese ones are twice as wide as others. */
function sizesOf(title: string): Style {
  const width = [...title].length + (title.match(/\p{Script=Han}/gu)?.length ?? 0);
  const size = width <= 40 ? 68 : width <= 80 ? 56 : 46;
  // Room for what is below the last line, which would be cut off.
  return isTall(title)
    ? { fontSize: size * 0.82, lineHeight: 1.5, paddingBottom: 6 }
    : { fontSize: size, lineHeight: 1.18 };
}

/** Letters with marks above and below need more room between the lines. */
function isTall(said: string): boolean {
  return /[\p{Script=Arabic}\p{Script=Devanagari}]/u.test(said);
}

/** As `dir="auto"` on a page: that of the first letter. */
function directionOf(said: string): Dir {
  const [first = ""] = /\p{L}/u.exec(said) ?? [];
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(first)
    ? "rtl"
    : "ltr";
}

/** Yes is filled and no is hollow, as on pages: not everybody tells the colours apart. */
function showResult({ yes, no }: NonNullable<SurveyPicture["result"]>, votes: string): Part {
  const side = ({ word, share }: Side, color: string) =>
    box({ gap: 14, alignItems: "baseline" }, [
      text(word, { ...large, fontSize: 46, lineHeight: 1.2, color }),
      text(share, { ...large, fontSize: 46, lineHeight: 1.2, color }, "ltr"),
    ]);
  const bar = { flexBasis: 0, minWidth: 24, height: 52, borderRadius: 8 };
  const filled: Style = { ...bar, flexGrow: yes.votes, backgroundColor: themed("yes") };
  const hollow: Style = { ...bar, flexGrow: no.votes, border: `8px solid ${themed("no")}` };
  return box({ flexDirection: "column", gap: 12, flexShrink: 0 }, [
    box({ justifyContent: "space-between", alignItems: "baseline" }, [
      side(yes, themed("yes")),
      text(votes, { color: themed("muted") }),
      side(no, themed("no")),
    ]),
    box({ gap: 8 }, [
      ...(yes.votes > 0 ? [box(filled)] : []),
      ...(no.votes > 0 ? [box(hollow)] : []),
    ]),
  ]);
}

function showVotes({ votes, invitation, site: { colour } }: SurveyPicture): Part {
  const own = colour && brandColours(colour)?.light;
  const button: Style = {
    padding: "12px 36px",
    lineHeight: 1.4,
    borderRadius: 12,
    backgroundColor: own ? own.primary : themed("primary"),
    color: own ? own.primaryContent : themed("primary-content"),
    fontSize: 34,
    fontWeight: 600,
  };
  return box({ justifyContent: "space-between", alignItems: "center", height: 80, flexShrink: 0 }, [
    text(votes, { ...large, fontSize: 46 }),
    ...(invitation ? [text(invitation, button)] : []),
  ]);
}
