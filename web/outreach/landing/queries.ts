import { queryOptions } from "@tanstack/react-query";
import { POPULAR_READ } from "../../../contract/first-view.ts";
import { routes } from "../../../contract/routes.ts";
import { callRoute } from "../../lib/api.ts";
import { ownLanguage } from "../../lib/language.ts";
import { readOf } from "../../lib/route-queries.ts";

const inOwnLanguage = { query: { language: ownLanguage } };

export const faqQuery = queryOptions({
  queryKey: readOf(routes.readFaq, inOwnLanguage).queryKey,
  queryFn: () =>
    callRoute(routes.readFaq, inOwnLanguage).catch((error: unknown) => {
      console.error("The FAQ was not loaded:", error);
      throw error;
    }),
});

export const testimonialsQuery = readOf(routes.readTestimonials, inOwnLanguage);

export const popularSurveysQuery = readOf(routes.listSurveys, {
  query: { sort: "votes", limit: POPULAR_READ },
});
