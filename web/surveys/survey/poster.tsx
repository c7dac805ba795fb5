import { useEffect, useState } from "react";
import * as t from "#words/picture";
import * as poster from "#words/poster";
import { qrCodeLabel } from "#words/surveys";
import * as tally from "#words/tally";
import { pages } from "../../../contract/pages.ts";
import { sharesOf } from "../../../contract/results.ts";
import { fillPath, type Reply } from "../../../contract/route.ts";
import type { routes } from "../../../contract/routes.ts";
import { textIn } from "../../../contract/text-in.ts";
import { sayVotes } from "../../../words/say-result.ts";
import { FullTime } from "../../components/full-time.tsx";
import { Logo } from "../../components/logo.tsx";
import { QrCode } from "../../components/qr-code.tsx";
import { ownLanguage, wholeAddressOf } from "../../lib/language.ts";
import { useBrand } from "../../lib/settings.ts";
import { withSource } from "../votes/shared/source.ts";

type Survey = Reply<typeof routes.readResults>;

/** What the share picture shows, and a code that leads there: one sheet of A4. */
export function Poster({ survey }: { survey: Survey }) {
  const { title, question, language } = textIn(survey, ownLanguage);
  return (
    // On paper as high as A4 without the margins of a printer.
    <article className="grid content-between gap-12 rounded-panel border border-base-300 p-6 sm:p-10 print:h-[25cm] print:border-0 print:p-0">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <p className="flex items-center gap-2.5 font-display text-xl font-extrabold tracking-tight">
          <Logo />
          {useBrand().name}
        </p>
        <p className="rounded-full border border-base-300 px-4 py-1 font-semibold">
          {t.phases[survey.phase]}
        </p>
      </header>
      <div className="grid gap-6">
        <h2
          dir="auto"
          lang={language}
          className="font-display text-title text-balance print:text-[34pt]"
        >
          {title}
        </h2>
        {question && question !== title && (
          <p
            dir="auto"
            lang={language}
            className="text-lead text-muted text-balance print:text-[18pt]"
          >
            {question}
          </p>
        )}
      </div>
      <Result survey={survey} />
      <Code survey={survey} />
    </article>
  );
}

function Result({ survey }: { survey: Survey }) {
  const { results, votes, counting, phase, resultsMode } = survey;
  const shares = results && sharesOf(results);
  const isWaiting = counting === "closing";
  const counted = votes === 0 && !isWaiting ? t.noVotes : sayVotes(tally, survey);
  if (shares) {
    return (
      <div className="grid gap-3">
        <div className="flex items-baseline justify-between gap-4 font-display text-subtitle print:text-[26pt]">
          <Side word={t.choices.yes} share={shares.yes} colour="text-yes" />
          <Side word={t.choices.no} share={shares.no} colour="text-no" />
        </div>
        <Bar yes={shares.yes} />
        <p className="text-muted">{counted}</p>
      </div>
    );
  }
  const invitation = resultsMode === "voted" ? t.voteToSee : t.seenAfterClosing;
  return (
    <p className="flex flex-wrap items-center justify-between gap-4 border-t border-base-300 pt-6 font-display text-subtitle print:text-[26pt]">
      {counted}
      {!results && !isWaiting && phase !== "upcoming" && (
        <span className="rounded-field border-2 border-primary px-5 py-2 text-primary">
          {invitation}
        </span>
      )}
    </p>
  );
}

function Side({ word, share, colour }: { word: string; share: number; colour: string }) {
  return (
    <p className={`flex gap-2 tabular-nums ${colour}`}>
      {word}
      <span>{t.share({ share })}</span>
    </p>
  );
}

/** Drawn, because browsers print no backgrounds, and in attributes, which the HTML may have. */
function Bar({ yes }: { yes: number }) {
  const all = { width: "100%", height: "100%" };
  return (
    <svg aria-hidden="true" className="h-12 w-full rtl:-scale-x-100">
      <rect width={`${yes}%`} height="100%" className="fill-yes" />
      <svg x={`${yes}%`} width={`${100 - yes}%`} height="100%" aria-hidden="true">
        <rect {...all} strokeWidth="16" className="fill-none stroke-no" />
      </svg>
    </svg>
  );
}

/** The browser alone knows under which name the site was opened, and what time it is there. */
function Code({ survey: { _id: id, phase } }: { survey: Survey }) {
  const [known, setKnown] = useState<{ address: string; now: string }>();
  useEffect(() => {
    const address = wholeAddressOf(fillPath(pages.results, { id }));
    setKnown({ address, now: new Date().toISOString() });
  }, [id]);
  return (
    <div className="flex flex-wrap items-end gap-6">
      <div className="aspect-square w-52 print:w-[6.5cm]">
        {known && <QrCode text={withSource(known.address, "qr")} label={qrCodeLabel} />}
      </div>
      <div className="grid min-h-32 flex-1 basis-52 content-end gap-2">
        <p className="font-display text-subtitle text-balance print:text-[22pt]">
          {poster.scan[phase]}
        </p>
        {known && (
          <>
            <p dir="ltr" className="text-sm break-all text-muted">
              {known.address}
            </p>
            <p className="text-sm text-muted">
              {poster.asOf({ time: () => <FullTime timestamp={known.now} /> })}
            </p>
          </>
        )}
      </div>
    </div>
  );
}
