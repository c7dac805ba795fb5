import type { EmbedTheme } from "../../../contract/embed-code.ts";
import { escapeHtml } from "../../../contract/escape-html.ts";
import { pages, prefixOf } from "../../../contract/pages.ts";
import type { Participation } from "../../../contract/permissions.ts";
import { sharesOf } from "../../../contract/results.ts";
import { fillPath } from "../../../contract/route.ts";
import { options } from "../../../contract/surveys.ts";
import { textIn } from "../../../contract/text-in.ts";
import { type Language, languages } from "../../../words/generated/languages.ts";
import { sayVotes, sayWhoAnswered } from "../../../words/say-result.ts";
import { words } from "../../process/words.ts";
import type { EmbeddedSurvey } from "./queries.ts";

interface Frame {
  id: string;
  /** Undefined if there is nothing to show. */
  survey: EmbeddedSurvey | undefined;
  language: Language;
  theme: EmbedTheme | undefined;
  siteName: string;
  siteUrl: string;
  /** The address of the site's own colours, if it has some. */
  colours: string | null;
  participation: Participation;
  /** Of this build, so that a browser does not mix its files with older ones. */
  version: string;
}

/**
 * A survey in a frame of another site: all of it is in the HTML, and links lead out of the frame.
 * The script of the page (`web/public/embed-frame.js`) replaces each `data-part` that has changed.
 */
export function writeFrame(frame: Frame): string {
  const { id, survey, language, theme, siteName, siteUrl, colours, version } = frame;
  const scheme = theme ?? "light dark";
  const own = siteUrl + prefixOf(language) + fillPath(pages.results, { id });
  const title = survey ? textIn(survey, language).question : words[language].frame.gone;
  return `<!doctype html>
<html lang="${language}" dir="${languages[language].direction}"${theme ? ` data-theme="${theme}"` : ""}>
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <meta name="color-scheme" content="${scheme}">
  <title>${escapeHtml(title)} · ${escapeHtml(siteName)}</title>
  <link rel="canonical" href="${escapeHtml(own)}">
  <link rel="stylesheet" href="/embed-frame.css?v=${version}">${colours ? `\n  <link rel="stylesheet" href="${colours}">` : ""}
  <script src="/embed-frame.js?v=${version}" defer></script>
</head>
<body${isLive(survey) ? " data-live" : ""}>
<main${survey ? numbers(survey) : ""}>
${(survey ? shown(frame, survey) : gone(frame)).join("\n")}
</main>
</body>
</html>
`;
}

/** The result of a closed survey stays. */
function isLive(survey: EmbeddedSurvey | undefined): boolean {
  return survey !== undefined && (survey.phase !== "closed" || survey.counting === "closing");
}

/** For programs that compare them with the record. */
function numbers({ votes, results }: EmbeddedSurvey): string {
  const sides = results ? ` data-yes="${results.yes}" data-no="${results.no}"` : "";
  return ` data-votes="${votes}"${sides}`;
}

function shown(frame: Frame, survey: EmbeddedSurvey): string[] {
  const { language, siteName } = frame;
  const { frame: t, tally } = words[language];
  const text = textIn(survey, language);
  const secret = survey.ballot === "secret" ? [tally.secretBallot] : [];
  const facts = [sayVotes(tally, survey), ...secret, state(frame, survey)];
  const written = `lang="${escapeHtml(text.language)}" dir="auto"`;
  return [
    `<p class="site">${link(frame, pages.results, t.on({ site: siteName }))}</p>`,
    `<h1 ${written}>${escapeHtml(text.question)}</h1>`,
    part("result", result(frame, survey)),
    part("answer", survey.phase === "open" ? answers(frame) : []),
    part("state", [
      `<p>${escapeHtml(facts.join(" · "))}</p>`,
      ...(survey.results ? [`<p>${link(frame, pages.results, t.check)}</p>`] : []),
    ]),
  ];
}

function gone(frame: Frame): string[] {
  const t = words[frame.language].frame;
  return [
    `<h1>${escapeHtml(t.gone)}</h1>`,
    `<p>${escapeHtml(t.goneWhy)}</p>`,
    `<p>${link(frame, pages.results, t.look({ site: frame.siteName }))}</p>`,
  ];
}

function result({ language, ...frame }: Frame, survey: EmbeddedSurvey): string[] {
  const { common, frame: t, tally } = words[language];
  const { results, setAside, resultsMode } = survey;
  if (!results && survey.phase === "closed") return [`<p>${escapeHtml(tally.countingNow)}</p>`];
  if (!results)
    return [`<p>${escapeHtml(t.seenBy[resultsMode === "closed" ? "closed" : "voted"])}</p>`];
  const shares = sharesOf(results);
  if (!shares) return [`<p>${escapeHtml(tally.noVotes)}</p>`];
  const honest = sayWhoAnswered(tally, { results, setAside });
  const sides = options.map((side) => {
    const share = `<strong>${escapeHtml(tally.share({ share: shares[side] }))}</strong>`;
    return `<p class="${side}">${escapeHtml(common.votes[side])} ${share}</p>`;
  });
  return [
    `<div class="sides">${sides.join("")}</div>`,
    // With attributes, because styles inside the page are refused.
    `<svg class="bar" aria-hidden="true">${bar("yes", 0, shares.yes)}${bar("no", shares.yes, shares.no)}</svg>`,
    `<p class="honest">${escapeHtml(honest)} ${link({ language, ...frame }, pages.aboutResults, tally.whatItMeans, { search: "" })}</p>`,
  ];
}

/** Yes is filled and no is hollow, as in every other place. A side without votes is not drawn. */
function bar(side: "yes" | "no", from: number, share: number): string {
  return share === 0 ? "" : `<svg x="${from}%" width="${share}%"><rect class="${side}"/></svg>`;
}

/** Links, and no form: the vote is cast on the survey's own page. */
function answers(frame: Frame): string[] {
  const { common, frame: t } = words[frame.language];
  const links = options.map((side) =>
    link(frame, pages.survey, common.votes[side], {
      class: side,
      search: `?choice=${side}&from=frame`,
    }),
  );
  return [
    `<div class="answers" role="group" aria-label="${escapeHtml(t.answer)}">${links.join("")}</div>`,
    `<p class="hint">${escapeHtml(t.confirmThere({ site: frame.siteName }))}</p>`,
  ];
}

function state({ language, participation }: Frame, survey: EmbeddedSurvey): string {
  const t = words[language].frame;
  const { phase, opensAt, closesAt } = survey;
  if (phase === "closed") return survey.results ? t.final : words[language].tally.beingCounted;
  if (phase === "upcoming") return opensAt ? t.opens({ time: opensAt }) : t.notOpen;
  if (closesAt) return t.closes({ time: closesAt });
  return participation === "pro" ? t.openForPro : t.open;
}

function link(
  { id, language, siteUrl }: Frame,
  page: string,
  text: string,
  { class: name = "", search = "?from=frame" } = {},
): string {
  const address = siteUrl + prefixOf(language) + fillPath(page, { id }) + search;
  const unseen = `<span class="unseen"> ${escapeHtml(words[language].frame.inNewWindow)}</span>`;
  return `<a${name && ` class="${name}"`} href="${escapeHtml(address)}" target="_blank" rel="noopener">${escapeHtml(text)}${unseen}</a>`;
}

function part(name: string, content: string[]): string {
  return `<div data-part="${name}">${content.join("\n")}</div>`;
}
