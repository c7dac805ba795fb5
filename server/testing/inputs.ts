import type { SurveyText } from "../../contract/publication.ts";
import type { SurveyDraft } from "../../contract/survey-draft.ts";

export const testSurvey: SurveyText = {
  title: "Longer opening hours",
  description: "The library closes at six.",
  category: "social-issues",
  question: "Should the library stay open until nine?",
};

/** Inputs of calls that many tests make, one for each noun. */
export const aSurvey = (text: Partial<SurveyText> = {}) => ({ body: { ...testSurvey, ...text } });

/** Whose ballots are counted in a day. */
export const aSecretSurvey = () => ({
  body: {
    ...testSurvey,
    ballot: "secret" as const,
    closesAt: new Date(Date.now() + 24 * 3_600_000).toISOString(),
  },
});

export const aDraft = (text: Partial<SurveyDraft> = {}): SurveyDraft => ({
  title: "Longer",
  description: "",
  question: "",
  language: "",
  opensAt: "",
  closesAt: "",
  resultsMode: "voted",
  ballot: "named",
  translations: {},
  ...text,
});

export const aVote = (surveyItemId: string, vote: "yes" | "no" = "yes") => ({
  body: { surveyItemId, vote },
});

export const aComment = (id: string, comment = "Well said") => ({
  params: { id },
  body: { comment },
});

export const aPublication = (id: string) => ({
  params: { id },
  body: { status: "published" as const },
});

export const aRejection = (id: string, enteredMessage = "Please say which library.") => ({
  params: { id },
  body: { status: "unpublish" as const, enteredMessage },
});

export const theFee = { body: { price: 100 as const } };

export const aPayment = (transactionId: string) => ({ body: { transactionId } });

export const aClaim = ({ email }: { email: string }) => ({
  params: { email },
  body: { role: "pro-user" as const },
});
