import { entertainmentSurveys } from "./surveys-entertainment.ts";
import { politicsSurveys } from "./surveys-politics.ts";
import { socialIssuesSurveys } from "./surveys-social-issues.ts";
import { technologySurveys } from "./surveys-technology.ts";

export type DemoSurvey = {
  title: string;
  description: string;
  category: "politics" | "social-issues" | "technology" | "entertainment";
  question: string;
  /** E-mail of the surveyor who wrote it. */
  surveyor: string;
  status: "published" | "pending" | "unpublish";
  /** The admin's reason; on unpublish only. */
  enteredMessage?: string;
  /** Shares and popularity lie between 0 and 1; all are 0 for a survey that was never public. */
  yesShare: number;
  popularity: number;
  likedShare: number;
  daysAgo: number;
  /** Each by a pro user, in the order of their times; some are answered by the surveyor. */
  comments: readonly { by: string; hoursAfter: number; text: string; answer?: string }[];
  /** What some voters typed into the report field. */
  reports: readonly string[];
};

export const surveys: DemoSurvey[] = [
  ...politicsSurveys,
  ...socialIssuesSurveys,
  ...technologySurveys,
  ...entertainmentSurveys,
];
