import "../lib/zod-without-eval.ts";
import { hydrate } from "@tanstack/react-query";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { FIRST_VIEW_ID } from "../../contract/first-view.ts";
import { COMMON_DIGITS, writeIn } from "../../words/digits.ts";
import { loadPageAt } from "../components/lazy-page.tsx";
import { basename, pagePath } from "../lib/language.ts";
import { CARRIED_KEY } from "../lib/language-choice.ts";
import { queryClient } from "../lib/query-client.ts";
import { readersDigits } from "../lib/reader-digits.ts";
import { App } from "./app.tsx";
import { PageRoutes, pageRoutes } from "./router.tsx";
import "./styles.css";

const root = document.getElementById("root") as HTMLElement;

const app = (
  <App>
    {/* Without a transition: the old page must not stay usable after the address has changed. */}
    <BrowserRouter basename={basename} useTransitions={false}>
      <PageRoutes />
    </BrowserRouter>
  </App>
);

// Before the first number is written.
const digits = readersDigits();
writeIn(digits);

// Last, because nothing on the page waits for it. Not while developing: it would keep old files.
if (import.meta.env.PROD) {
  addEventListener("load", () => {
    navigator.serviceWorker?.register("/service-worker.js").catch(console.warn);
  });
}

const data = document.getElementById(FIRST_VIEW_ID)?.textContent;
if (data) hydrate(queryClient, JSON.parse(data));
// The first render is the whole page, so nothing moves afterwards. If its code can't be loaded,
// the page itself says so.
const loaded = loadPageAt(pagePath(location.pathname), pageRoutes).catch(console.error);
void Promise.all([takeOver(), loaded]).then(([fillIn]) => start(fillIn));

/** After a change of language, the page before this one has left what it was showing. */
async function takeOver() {
  if (!sessionStorage.getItem(CARRIED_KEY)) return null;
  const code = await import("../lib/carry-over.ts").catch(console.error);
  return code ? code.takeOver() : null;
}

function start(fillIn: ((root: Element) => void) | null) {
  // People who were sent here from another page see a notice, which was not prerendered. Numbers
  // were, in digits that may not be those of the reader's region.
  const isAsPrerendered =
    root.hasChildNodes() && !history.state?.usr && !fillIn && digits === COMMON_DIGITS;
  if (isAsPrerendered) {
    hydrateRoot(root, app);
  } else {
    // What is rendered has a title of its own, and a page has only one.
    document.querySelector("title")?.remove();
    createRoot(root).render(app);
    fillIn?.(root);
  }
}
