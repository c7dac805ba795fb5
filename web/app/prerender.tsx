import { dehydrate } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import type { FirstView, RenderPage } from "../../contract/first-view.ts";
import { loadPageAt } from "../components/lazy-page.tsx";
import { basename, pagePath } from "../lib/language.ts";
import { queryClient } from "../lib/query-client.ts";
import { settingsQuery } from "../lib/settings.ts";
import { faqQuery, popularSurveysQuery, testimonialsQuery } from "../outreach/landing/queries.ts";
import { transparencyQuery } from "../record/transparency/queries.ts";
import { readFilter } from "../surveys/survey/filter.ts";
import { publicSurveyKey, resultsQuery, surveyPages } from "../surveys/survey/queries.ts";
import { App } from "./app.tsx";
import { PageRoutes, pageRoutes } from "./router.tsx";

/** Runs in the server. Nobody is signed in here; the browser finds out who is. */
export const renderPage: RenderPage = async (address, view) => {
  const { pathname, searchParams } = new URL(address ?? "/", "http://any.where");
  if (address) await loadPageAt(pagePath(pathname), pageRoutes);
  // There is one cache for all pages, so from here to the end nothing may wait.
  remember(view, searchParams);
  const page = address ? renderToString(<Page address={address} />) : "";
  const data = JSON.stringify(dehydrate(queryClient)).replaceAll("<", "\\u003c");
  queryClient.clear();
  const [, title = "", html = page] = page.match(/^<title>(.*?)<\/title>(.*)$/s) ?? [];
  return { title, html, data };
};

function Page({ address }: { address: string }) {
  return (
    <App>
      <StaticRouter location={address} basename={basename}>
        <PageRoutes />
      </StaticRouter>
    </App>
  );
}

function remember(view: FirstView, search: URLSearchParams): void {
  const { settings, faq, testimonials, popular, list, survey, results, transparency } = view;
  queryClient.setQueryData(settingsQuery.queryKey, settings);
  queryClient.setQueryData(faqQuery.queryKey, faq);
  queryClient.setQueryData(testimonialsQuery.queryKey, testimonials);
  queryClient.setQueryData(popularSurveysQuery.queryKey, popular);
  if (list) {
    queryClient.setQueryData(surveyPages(readFilter(search)).queryKey, {
      pages: [list],
      pageParams: [undefined],
    });
  }
  queryClient.setQueryData(publicSurveyKey(survey?._id ?? ""), survey);
  queryClient.setQueryData(resultsQuery(results?._id ?? "").queryKey, results);
  queryClient.setQueryData(transparencyQuery.queryKey, transparency);
}
