import { dehydrate } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { pages } from "../contract/pages.ts";
import { App, PRERENDERED_DATA_ID } from "./app.tsx";
import { type FaqItem, faqQuery, type Testimonial, testimonialsQuery } from "./landing/queries.ts";
import { queryClient } from "./lib/query-client.ts";
import { PageRoutes } from "./router.tsx";

interface Texts {
  faq: FaqItem[];
  testimonials: Testimonial[];
}

const EMPTY_ROOT = '<div id="root"></div>';

/** The landing page as it first appears: with all its texts, and before a session is known. */
export function prerenderHome(shell: string, texts: Texts): string {
  queryClient.setQueryData(faqQuery.queryKey, texts.faq);
  queryClient.setQueryData(testimonialsQuery.queryKey, texts.testimonials);

  const page = renderToString(
    <App>
      <StaticRouter location={pages.home}>
        <PageRoutes />
      </StaticRouter>
    </App>,
  );
  if (!shell.includes(EMPTY_ROOT)) throw new Error(`index.html has no ${EMPTY_ROOT}`);
  // The HTML shell already has this title in its head.
  const body = page.replace(/^<title>.*?<\/title>/, "");
  return shell.replace(EMPTY_ROOT, () => `<div id="root">${body}</div>\n    ${dataElement()}`);
}

/** The browser needs the same data for its first render, or hydration would fail. */
function dataElement(): string {
  const data = JSON.stringify(dehydrate(queryClient)).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${PRERENDERED_DATA_ID}">${data}</script>`;
}
