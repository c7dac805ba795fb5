import { expect } from "vitest";
import { createTestApp } from "./test-app.ts";

export const testSurvey = {
  title: "Longer opening hours",
  description: "The library closes at six.",
  category: "social-issues",
  question: "Should the library stay open until nine?",
};

/** A site with two surveyors and an admin, and what they do with surveys. */
export async function createTestDesk() {
  const site = await createTestApp();
  const surveyor = await site.join({ role: "surveyor" });
  const otherSurveyor = await site.join({ role: "surveyor" });
  const admin = await site.join({ admin: true });

  async function create(text: object = {}, person = surveyor): Promise<string> {
    const answer = await site.call({
      method: "POST",
      url: "/survey",
      headers: person.headers,
      payload: { ...testSurvey, ...text },
    });
    expect(answer.statusCode).toBe(201);
    return answer.json().insertedId;
  }

  const publish = (id: string, by = admin, query = "") =>
    site.call({
      method: "PATCH",
      url: `/survey/${id}${query}`,
      headers: by.headers,
      payload: { status: "published" },
    });

  const unpublish = (id: string, enteredMessage = "Please say which library.", by = admin) =>
    site.call({
      method: "PUT",
      url: `/survey/${id}`,
      headers: by.headers,
      payload: { status: "unpublish", enteredMessage },
    });

  const step = (id: string, name: "resend" | "withdraw", by = surveyor, headers = {}) =>
    site.call({
      method: "POST",
      url: `/survey/own/${id}/${name}`,
      headers: { ...by.headers, ...headers },
    });

  const edit = (id: string, text: object, by = surveyor, query = "") =>
    site.call({
      method: "PATCH",
      url: `/survey/own/${id}${query}`,
      headers: by.headers,
      payload: { ...testSurvey, ...text },
    });

  async function readOwn(id: string, by = surveyor) {
    return (await site.call({ url: `/survey/own/${id}`, headers: by.headers })).json();
  }

  return { site, surveyor, otherSurveyor, admin, create, publish, unpublish, step, edit, readOwn };
}
