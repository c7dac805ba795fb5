import { Suspense, useState } from "react";
import { Link } from "react-router";
import { embed } from "#words/embed";
import * as t from "#words/surveys";
import { pages } from "../../../contract/pages.ts";
import { fillPath } from "../../../contract/route.ts";
import { textIn } from "../../../contract/text-in.ts";
import { lazyPart } from "../../components/lazy-page.tsx";
import { StrokeIcon } from "../../components/stroke-icon.tsx";
import { ownLanguage, wholeAddressOf } from "../../lib/language.ts";
import { useSession } from "../../people/identity/session.tsx";
import type { EmbeddedSurvey } from "./embed-dialog.tsx";

interface ShareButtonsProps {
  survey: EmbeddedSurvey & { embeddable: boolean };
}

const QrCodeDialog = lazyPart(() => import("./qr-code-dialog.tsx"));
const EmbedDialog = lazyPart(() => import("./embed-dialog.tsx"));

// Long enough to be read.
const CONFIRMATION_MS = 3_000;

export function ShareButtons({ survey }: ShareButtonsProps) {
  const { settings } = useSession();
  const [copied, setCopied] = useState(false);
  const [showsCode, setShowsCode] = useState(false);
  const [showsEmbed, setShowsEmbed] = useState(false);
  const address = () => wholeAddressOf(fillPath(pages.results, { id: survey._id }));

  async function copy() {
    try {
      await navigator.clipboard.writeText(address());
      setCopied(true);
      setTimeout(() => setCopied(false), CONFIRMATION_MS);
    } catch {
      // Not allowed, or missing over plain http. The dialog shows the address to copy by hand.
      setShowsCode(true);
    }
  }

  function share() {
    // Rejects when the person closes the share sheet, which is fine.
    if ("share" in navigator)
      navigator.share({ title: textIn(survey, ownLanguage).title, url: address() }).catch(() => {});
    else void copy();
  }

  return (
    <div className="flex flex-wrap gap-2">
      <button type="button" className="btn border-base-300 bg-base-100" onClick={share}>
        <StrokeIcon d="M12 15V3.5m0 0L7.5 8M12 3.5 16.5 8M5 12v8.5h14V12" className="size-5" />
        {copied ? t.linkCopied : t.share}
      </button>
      <span role="status" className="sr-only">
        {copied && t.linkCopied}
      </span>
      <button
        type="button"
        className="btn border-base-300 bg-base-100"
        aria-haspopup="dialog"
        onClick={() => setShowsCode(true)}
      >
        <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true">
          <path
            d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM17.5 17.5H20V20h-2.5z"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
          />
        </svg>
        {t.qrCode}
      </button>
      <Link
        to={fillPath(pages.poster, { id: survey._id })}
        className="btn border-base-300 bg-base-100"
      >
        <StrokeIcon d="M6 3.5h12v17H6zM9 8h6M9 12h6M9 16h3" className="size-5" directed />
        {t.poster}
      </Link>
      {settings?.embed && survey.embeddable && (
        <button
          type="button"
          className="btn border-base-300 bg-base-100"
          aria-haspopup="dialog"
          onClick={() => setShowsEmbed(true)}
        >
          <StrokeIcon d="m8 6-6 6 6 6M16 6l6 6-6 6" className="size-5" />
          {embed}
        </button>
      )}
      {showsCode && (
        <Suspense>
          <QrCodeDialog address={address()} onClose={() => setShowsCode(false)} />
        </Suspense>
      )}
      {showsEmbed && (
        <Suspense>
          <EmbedDialog survey={survey} onClose={() => setShowsEmbed(false)} />
        </Suspense>
      )}
    </div>
  );
}
