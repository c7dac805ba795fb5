import type { SurveyText } from "../../contract/publication.ts";
import { routes } from "../../contract/routes.ts";
import { aSurvey } from "./inputs.ts";
import { createTestApp } from "./test-app.ts";

/** A site with two surveyors and an admin. */
export async function createTestDesk() {
  const site = await createTestApp();
  const surveyor = await site.join({ role: "surveyor" });
  const otherSurveyor = await site.join({ role: "surveyor" });
  const admin = await site.join({ admin: true });

  async function create(text: Partial<SurveyText> = {}, person = surveyor): Promise<string> {
    return (await person.call(routes.createSurvey, aSurvey(text))).insertedId;
  }

  const readOwn = (id: string) => surveyor.call(routes.readOwnSurvey, { params: { id } });

  return { site, surveyor, otherSurveyor, admin, create, readOwn };
}
