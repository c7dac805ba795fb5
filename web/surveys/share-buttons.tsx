import { Suspense, useState } from "react";
import { Link } from "react-router";
import * as t from "#words/surveys";
import { lazyPart } from "../components/lazy-page.tsx";
import { StrokeIcon } from "../components/stroke-icon.tsx";

interface ShareButtonsProps {
  title: string;
  /** The page's whole address. */
  address: string;
  /** The page with the same on paper. */
  poster: string;
}

const QrCodeDialog = lazyPart(() => import("./qr-code-dialog.tsx"));

// Long enough to be read.
const CONFIRMATION_MS = 3_000;

export function ShareButtons({ title, address, poster }: ShareButtonsProps) {
  const [copied, setCopied] = useState(false);
  const [showsCode, setShowsCode] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
      setTimeout(() => setCopied(false), CONFIRMATION_MS);
    } catch {
      // Not allowed, or missing over plain http. The dialog shows the address to copy by hand.
      setShowsCode(true);
    }
  }

  function share() {
    // Rejects when the person closes the share sheet, which is fine.
    if ("share" in navigator) navigator.share({ title, url: address }).catch(() => {});
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
      <Link to={poster} className="btn border-base-300 bg-base-100">
        <StrokeIcon d="M6 3.5h12v17H6zM9 8h6M9 12h6M9 16h3" className="size-5" directed />
        {t.poster}
      </Link>
      {showsCode && (
        <Suspense>
          <QrCodeDialog address={address} onClose={() => setShowsCode(false)} />
        </Suspense>
      )}
    </div>
  );
}
