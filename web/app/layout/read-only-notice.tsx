import * as t from "#words/layout";
import { Notice } from "../../components/notice.tsx";
import { sayWhen } from "../../lib/format.ts";
import { useInBrowser } from "../../lib/in-browser.ts";
import { useSession } from "../../people/identity/session.tsx";

/** On every page while operators work on the site. */
export function ReadOnlyNotice() {
  const until = useSession().settings?.readOnlyUntil;
  const isInBrowser = useInBrowser(() => true, false);
  if (!until) return null;
  const moment = new Date(until);
  return (
    <div className="mx-auto w-full max-w-site px-gutter pt-4 print:hidden">
      <Notice tone="warning">
        <p>
          {t.readOnly({
            // Only the browser knows the reader's time zone.
            time: () => (
              <time dateTime={until} className="font-semibold" suppressHydrationWarning>
                {isInBrowser ? sayWhen(moment) : t.timeInUtc({ time: sayWhen(moment, "UTC") })}
              </time>
            ),
          })}
        </p>
      </Notice>
    </div>
  );
}
