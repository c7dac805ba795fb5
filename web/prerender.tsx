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

/** The landing page as everybody sees it first: all its texts, and nobody known yet. */
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
  // The shell has the same title already, in its head, where it belongs.
  const body = page.replace(/^<title>.*?<\/title>/, "");
  return shell.replace(EMPTY_ROOT, () => `<div id="root">${body}</div>\n    ${dataElement()}`);
}

/** The browser starts from the same data, or its first render would differ from this one. */
function dataElement(): string {
  const data = JSON.stringify(dehydrate(queryClient)).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${PRERENDERED_DATA_ID}">${data}</script>`;
}
