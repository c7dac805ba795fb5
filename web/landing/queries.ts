import { queryOptions } from "@tanstack/react-query";
import { type FaqItem, POPULAR_READ, type Testimonial } from "../../contract/first-view.ts";
import { routes } from "../../contract/routes.ts";
import { ApiProblem, codeOfStatus, reach } from "../lib/api.ts";
import { addressOf } from "../lib/language.ts";
import { readOf } from "../lib/route-queries.ts";

export const faqQuery = queryOptions({
  queryKey: ["faq"],
  queryFn: () =>
    readList<FaqItem>(addressOf("/faq.json")).catch((error: unknown) => {
      console.error("The FAQ was not loaded:", error);
      throw error;
    }),
});

export const testimonialsQuery = queryOptions({
  queryKey: ["testimonials"],
  queryFn: () => readList<Testimonial>("/testimonial.json"),
});

export const popularSurveysQuery = readOf(routes.listSurveys, {
  query: { sort: "votes", limit: POPULAR_READ },
});

async function readList<Item>(address: string): Promise<Item[]> {
  const response = await reach(address, {});
  if (!response.ok) throw new ApiProblem(codeOfStatus(response.status));
  return response.json();
}
