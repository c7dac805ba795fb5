import type { routes } from "../../contract/routes.ts";

/** Section 7 of the specification by line: method, path, payload, and fields of the reply. */
interface Line {
  call: string;
  payload?: string[];
  /** What we have added to the payload. The specified client does not send it. */
  added?: string[];
  reply?: string[] | "text";
  route: keyof typeof routes;
}

export const section7: Line[] = [
  { call: "POST /jwt", payload: ["email"], reply: "text", route: "issueToken" },
  { call: "GET /users/normal/:email", reply: ["isNormalUser"], route: "readNormalFlag" },
  { call: "GET /users/pro/:email", reply: ["isProUser"], route: "readProFlag" },
  { call: "GET /users/admin/:email", reply: ["isAdmin"], route: "readAdminFlag" },
  { call: "GET /faq.json", reply: ["question", "answer"], route: "readFaq" },
  {
    call: "GET /testimonial.json",
    reply: ["name", "feedback", "date", "image"],
    route: "readTestimonials",
  },
  { call: "POST /users", payload: ["email", "username", "url", "role"], route: "registerUser" },
  {
    call: "GET /survey/item",
    reply: ["_id", "title", "description", "category"],
    route: "listSurveys",
  },
  { call: "GET /survey/details/:id", route: "readSurvey" },
  {
    call: "PUT /survey/details/:id",
    payload: ["comment"],
    reply: ["matchedCount"],
    route: "addComment",
  },
  {
    call: "POST /visitedSurvey",
    payload: ["report", "vote", "userEmail", "userName", "surveyItemId", "title", "category"],
    added: ["nonce", "textHash", "source"],
    reply: ["insertedId"],
    route: "castVote",
  },
  { call: "PATCH /like/:id", route: "like" },
  { call: "PATCH /dislike/:id", route: "dislike" },
  { call: "GET /users", route: "listUsers" },
  {
    call: "PATCH /users/admin/:id",
    payload: ["role"],
    reply: ["matchedCount"],
    route: "changeRole",
  },
  { call: "DELETE /users/:id", route: "deleteUser" },
  { call: "GET /survey", route: "listAllSurveys" },
  {
    call: "PUT /survey/:id",
    payload: ["enteredMessage", "status"],
    added: ["reason"],
    route: "unpublishSurvey",
  },
  { call: "PATCH /survey/:id", payload: ["status"], route: "publishSurvey" },
  { call: "GET /responseItem", reply: ["info", "totalVotesPerItem"], route: "listResponses" },
  { call: "GET /pro", route: "listPayments" },
  {
    call: "POST /survey",
    added: ["opensAt", "closesAt", "resultsMode", "ballot", "language", "translations", "draft"],
    payload: [
      "title",
      "description",
      "category",
      "question",
      "options",
      "liked",
      "disliked",
      "status",
      "surveyorEmail",
      "surveyorName",
    ],
    route: "createSurvey",
  },
  { call: "GET /surveyorResponse/:email", route: "listOwnResponses" },
  {
    call: "GET /adminResponse/:email",
    reply: ["title", "category", "surveyorEmail", "surveyorName", "message"],
    route: "listRejections",
  },
  {
    call: "POST /create-payment-intent",
    payload: ["price"],
    reply: ["clientSecret"],
    route: "createPaymentIntent",
  },
  {
    call: "POST /payment-history",
    payload: ["email", "name", "price", "transactionId", "status"],
    reply: ["insertedId"],
    route: "recordPayment",
  },
  { call: "PATCH /pro/:email", payload: ["role"], route: "claimPro" },
];
