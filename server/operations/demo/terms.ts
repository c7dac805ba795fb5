import type { ResultsMode } from "../../../contract/results.ts";

interface DemoTerms {
  /** From the moment when the demo is filled; negative for a survey that is closed. */
  closesInHours?: number;
  results?: ResultsMode;
}

/** Surveys that are not simply open, by their titles: one of each mode, a closed one, and one with a result on the landing page. */
export const terms = new Map<string, DemoTerms>([
  ["Public money for repair cafés", { closesInHours: 50 }],
  ["Citizens' assemblies drawn by lot", { closesInHours: 30, results: "closed" }],
  ["Buses without a driver on fixed city routes", { closesInHours: 9 * 24, results: "always" }],
  ["No more changing the clocks twice a year", { results: "always" }],
  ["Council meetings live on the internet", { closesInHours: -50 }],
]);
