import { queryOptions } from "@tanstack/react-query";
import { routes } from "../../contract/routes.ts";
import { ApiProblem, codeOfStatus, reach } from "../lib/api.ts";
import { readOf } from "../lib/route-queries.ts";

export interface FaqItem {
  question: string;
  answer: string;
}

export interface Testimonial {
  name: string;
  feedback: string;
  /** A day, such as 2026-03-18. */
  date: string;
  image: string;
}

export const faqQuery = queryOptions({
  queryKey: ["faq"],
  queryFn: () =>
    readList<FaqItem>("/faq.json").catch((error: unknown) => {
      console.error("The FAQ was not loaded:", error);
      throw error;
    }),
});

export const testimonialsQuery = queryOptions({
  queryKey: ["testimonials"],
  queryFn: () => readList<Testimonial>("/testimonial.json"),
});

/** One row of cards on a wide screen, and not too long a column on a phone. */
export const POPULAR_COUNT = 3;

export const popularSurveysQuery = readOf(routes.listSurveys, {
  query: { sort: "votes", limit: POPULAR_COUNT },
});

async function readList<Item>(address: string): Promise<Item[]> {
  const response = await reach(address, {});
  if (!response.ok) throw new ApiProblem(codeOfStatus(response.status));
  return response.json();
}
