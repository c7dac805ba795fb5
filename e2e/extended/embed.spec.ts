import type { Frame, Page } from "@playwright/test";
import { FRAME_SANDBOX, frameCode, scriptCode } from "../../contract/embed-code.ts";
import { routes } from "../../contract/routes.ts";
import { textIn } from "../../contract/text-in.ts";
import { expectAccessible } from "../accessible.ts";
import { test } from "../host-page.ts";
import { acceptAlert, callerOn, newPerson } from "../people.ts";
import { expect, siteUrl } from "../site.ts";
import { newSurveyor, publish, sendSurvey } from "../staff.ts";
import { type Card, findSurvey, openAsNewPerson, pointAtVote, voteButton } from "../surveys.ts";
import { expectValidHtml } from "../valid-html.ts";

// Everybody sees its result.
const TITLE = "No more changing the clocks twice a year";

const codeOf = (survey: Pick<Card, "_id" | "title">, language = "en") => ({
  siteUrl,
  language,
  survey,
});

async function readVotes(page: Page, id: string): Promise<number> {
  const { votes } = await callerOn(page).call(routes.readResults, { params: { id } });
  return votes;
}

/** Collects what a page of another site sends with a cookie, or with its own address. */
function watchCookies(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", async (request) => {
    if (!request.url().startsWith(siteUrl)) return;
    const { cookie, referer = "" } = await request.allHeaders();
    if (cookie || referer.includes("localhost")) sent.push(`${request.url()} ${cookie} ${referer}`);
  });
  page.on("response", async (response) => {
    const { "set-cookie": cookie } = await response.allHeaders();
    if (cookie) sent.push(`${response.url()} sets ${cookie}`);
  });
  return sent;
}

test("a reader of another site prepares a vote there, casts it here, and sees it counted there", async ({
  page,
  context,
  startHost,
}) => {
  const { id, title } = await sendSurvey(await newSurveyor(), { resultsMode: "always" });
  await publish({ id });
  const survey = { _id: id, title };
  const host = await startHost(`<h1>News</h1>${scriptCode(codeOf(survey))}`);
  const sent = watchCookies(page);
  await page.goto(host);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(frame.getByText("0 votes · Open")).toBeVisible();

  const opening = context.waitForEvent("page");
  await frame.getByRole("link", { name: /^Yes/ }).click();
  const own = await opening;
  await expect(own.getByText("Log in or register to vote.")).toBeVisible();
  expect(await own.evaluate("opener")).toBeNull();
  const person = newPerson();
  await own.getByRole("main").getByRole("link", { name: "Register", exact: true }).click();
  await own.getByLabel("Name", { exact: true }).fill(person.name);
  await own.getByLabel("Photo Url", { exact: true }).fill(person.photo);
  await own.getByLabel("Email", { exact: true }).fill(person.email);
  await own.getByLabel("Password", { exact: true }).fill(person.password);
  await own.getByRole("button", { name: "Register", exact: true }).click();
  await acceptAlert(own, "Create user successfully");
  await expect(own).toHaveURL(`/surveyPage/${survey._id}?choice=yes&from=frame`);
  await expect(own.getByRole("radio", { name: "Yes" })).toBeChecked();
  await expect(own.getByText("It counts only when you press the button.")).toBeVisible();
  expect(await readVotes(page, id), "nothing is cast by a link").toBe(0);
  await pointAtVote(own);
  await voteButton(own).click();
  await acceptAlert(own, "Successfully added");

  // Somebody is logged in at the site now, and the frame still knows nobody.
  await page.bringToFront();
  await expect(frame.getByText("1 vote · Open")).toBeVisible();
  await page.reload();
  await expect(frame.getByText("1 vote · Open")).toBeVisible();
  expect(sent).toEqual([]);
});

test("what somebody chose here since then is kept, and a made-up choice prepares nothing", async ({
  page,
}) => {
  const survey = await findSurvey(page, "A postal ballot in every letterbox");
  await openAsNewPerson(page, survey);
  const open = (choice: string) => page.goto(`/surveyPage/${survey._id}?choice=${choice}`);
  await open("maybe");
  await expect(voteButton(page)).toBeVisible();
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  await open("no");
  await expect(page.getByRole("radio", { name: "No" })).toBeChecked();
  await page.getByRole("radio", { name: "Yes" }).check();
  await page.reload();
  await expect(page.getByRole("radio", { name: "Yes" })).toBeChecked();
});

test("with a prepared choice, a click that was meant for another page votes for nothing", async ({
  page,
}) => {
  const survey = await findSurvey(page, "A postal ballot in every letterbox");
  await openAsNewPerson(page, survey);
  const prepared = `/surveyPage/${survey._id}?choice=no`;
  await page.goto(prepared);
  const button = voteButton(page);
  await expect(button).toHaveAttribute("data-waits");
  const at = await button.boundingBox();
  if (!at) throw new Error("there is no button");
  // The page came under a pointer that stays where it is, however long it is there.
  await page.mouse.click(at.x + 9, at.y + 9);
  await expect.poll(() => page.evaluate("performance.now()")).toBeGreaterThan(3_000);
  await page.mouse.click(at.x + 9, at.y + 9);
  await expect(button).toHaveAttribute("data-waits");

  // Nor does it help to have moved, and to be looked at, before another window was in front.
  await pointAtVote(page);
  await page.evaluate("window.dispatchEvent(new Event('blur'))");
  await expect(button).toHaveAttribute("data-waits");
  await page.mouse.dblclick(at.x + 9, at.y + 9);
  await expect(page.getByRole("radio", { name: "No" })).toBeChecked();

  // Whoever has no mouse is not kept waiting for one.
  await page.goto(prepared);
  await button.focus();
  await page.keyboard.press("Shift");
  await expect(button).not.toHaveAttribute("data-waits");
  await page.keyboard.press("Enter");
  await acceptAlert(page, "Successfully added");
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true });

  test("with a prepared choice, a tap votes once the page was seen for a second", async ({
    page,
  }) => {
    const survey = await findSurvey(page, "Signing in without passwords");
    await openAsNewPerson(page, survey);
    await page.clock.install();
    await page.goto(`/surveyPage/${survey._id}?choice=no`);
    const button = voteButton(page);
    await button.scrollIntoViewIfNeeded();
    // The second begins again, and does not end while the clock stands still.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.evaluate("window.dispatchEvent(new Event('blur'))");
    await button.tap();
    await expect(button).toHaveAttribute("data-waits");
    await page.clock.resume();
    await expect(button).not.toHaveAttribute("data-waits");
    await button.tap();
    await acceptAlert(page, "Successfully added");
  });
});

test("the script upgrades quotes and elements of its own site, and fits their height", async ({
  page,
  startHost,
}) => {
  const survey = await findSurvey(page, TITLE);
  const other = `<blockquote data-survey-poll><a href="https://other.example/results/${survey._id}">x</a></blockquote>`;
  const element = `<survey-poll src="${siteUrl}/ar/results/${survey._id}" theme="dark" title="Poll"></survey-poll>`;
  const host = await startHost(other + element + scriptCode({ ...codeOf(survey), theme: "light" }));
  await page.goto(host);
  await expect(page.locator("blockquote")).toHaveCount(1);
  const frames = page.locator("iframe");
  await expect(frames).toHaveCount(2);
  const [inElement, inQuote] = [frames.nth(0), frames.nth(1)];
  await expect(inElement).toHaveAttribute("title", "Poll");
  await expect(inQuote).toHaveAttribute("title", survey.title);
  for (const frame of [inElement, inQuote]) {
    await expect(frame).toHaveAttribute("sandbox", FRAME_SANDBOX);
    await expect(frame).toHaveAttribute("referrerpolicy", "no-referrer");
    await frame.scrollIntoViewIfNeeded();
  }
  const arabic = page.frameLocator("survey-poll iframe");
  await expect(arabic.locator("html[dir=rtl][data-theme=dark]")).toBeAttached();
  await expect(page.frameLocator("body > iframe").locator("html[data-theme=light]")).toBeAttached();
  for (const width of [320, 900]) {
    await page.setViewportSize({ width, height: 900 });
    for (const frame of page.frames().slice(1)) await expect(() => expectFits(frame)).toPass();
  }
  // Another frame can't say it for this one.
  const height = await inQuote.getAttribute("height");
  await page.evaluate(`postMessage({ type: "survey-poll", version: 1, height: 55 }, "*")`);
  await page.evaluate("new Promise((tell) => requestAnimationFrame(() => setTimeout(tell)))");
  await expect(inQuote).toHaveAttribute("height", String(height));
});

async function expectFits(frame: Frame): Promise<void> {
  const [content, window, width, across] = (await frame.evaluate(
    "[document.documentElement.scrollHeight, innerHeight, innerWidth, document.documentElement.scrollWidth]",
  )) as number[];
  expect(content).toBe(window);
  expect(across).toBe(width);
}

test("WordPress's frame says its height with the secret, and asks for its links", async ({
  page,
  startHost,
}) => {
  const survey = await findSurvey(page, TITLE);
  // As WordPress leaves it, with a script of its own that listens.
  const frame = `<iframe sandbox="allow-scripts" data-secret="s3cret" src="${siteUrl}/embed/${survey._id}#?secret=s3cret" width="500" height="300"></iframe>`;
  const script = `<script>heard = []; addEventListener("message", ({ source, data }) => {
    if (source === document.querySelector("iframe").contentWindow && data.secret) heard.push(data);
  });</script>`;
  const host = await startHost(script + frame);
  await page.goto(host);
  await expect
    .poll(() => page.evaluate("heard"))
    .toEqual([{ message: "height", value: expect.any(Number), secret: "s3cret" }]);
  await page.frameLocator("iframe").getByRole("link", { name: /^No/ }).click();
  await expect
    .poll(() => page.evaluate("heard.at(-1)"))
    .toEqual({
      message: "link",
      value: `${siteUrl}/surveyPage/${survey._id}?choice=no&from=frame`,
      secret: "s3cret",
    });
});

test("a page with ten of them stays light", async ({ page, context, startHost }) => {
  const surveys = await callerOn(page).call(routes.listSurveys, { query: { limit: 10 } });
  const frames = surveys.map((survey) =>
    frameCode(codeOf(survey), { width: 600, height: 540 }).replace(' loading="lazy"', ""),
  );
  expect(frames).toHaveLength(10);
  const sizes: Promise<number>[] = [];
  context.on("requestfinished", (request) => {
    if (request.url().startsWith(siteUrl)) {
      sizes.push(request.sizes().then((one) => one.responseBodySize + one.responseHeadersSize));
    }
  });
  const host = await startHost(frames.join(""));
  await page.goto(host, { waitUntil: "load" });
  await expect(
    page.frameLocator("iframe >> nth=9").getByRole("heading", { level: 1 }),
  ).toBeVisible();
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  const ms = await page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd");
  test.info().annotations.push({ type: "ten frames", description: `${bytes} bytes, ${ms} ms` });
  // As much as one may have. The script and the styles come once.
  expect(bytes).toBeLessThan(60_000);
});

test("it can be read without a script, and its HTML is valid", async ({ browser, page }) => {
  const survey = await findSurvey(page, TITLE);
  const sent = await page.goto(`/embed/${survey._id}`);
  await expectValidHtml(page, sent, "/embed/:id");
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: siteUrl });
  const plain = await context.newPage();
  await plain.setViewportSize({ width: 320, height: 700 });
  await plain.goto(`/es/embed/${survey._id}`);
  await expect(plain.getByText(/^\d+ votos/)).toBeVisible();
  await expect(plain.getByRole("link", { name: /^Sí/ })).toBeVisible();
  await context.close();
});

/** The choices of the dialog that are wider than their field, of which browsers show only a part. */
function cutOptions(page: Page): Promise<string[]> {
  // The arrow of a field takes about as much as a character and a half.
  return page.evaluate(`[...document.querySelectorAll("dialog select")].flatMap((select) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 20;
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = font;
    return [...select.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room);
  })`);
}

test("'Embed' beside 'Share' has the code, its options and a preview", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const survey = await findSurvey(page, TITLE);
  await page.goto(`/results/${survey._id}`);
  await page.getByRole("button", { name: "Embed" }).click();
  const dialog = page.getByRole("dialog", { name: "Embed this survey" });
  const code = dialog.getByLabel("Code to copy");
  await expect(code).toHaveValue(scriptCode(codeOf(survey)));
  const preview = dialog.frameLocator("iframe");
  await expect(preview.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page, "embed");
  await dialog.getByLabel("Colours").selectOption("dark");
  await dialog.getByLabel("Language").selectOption("fr");
  await dialog.getByLabel("Code", { exact: true }).selectOption("frame");
  await expect(preview.locator("html[lang=fr][data-theme=dark]")).toBeAttached();
  const translated = { ...survey, title: textIn(survey, "fr").title };
  const wanted = frameCode(
    { ...codeOf(translated, "fr"), theme: "dark" },
    { width: "100%", height: 540 },
  );
  await expect(code).toHaveValue(wanted);
  await dialog.getByRole("button", { name: "Copy the code" }).click();
  await expect(dialog.getByRole("button", { name: "Code copied" })).toBeVisible();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(wanted);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await cutOptions(page), "choices that are cut").toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("a surveyor switches it off for a survey, and on again", async ({ page, newVisitor }) => {
  const surveyor = await newSurveyor(page);
  const survey = await sendSurvey(surveyor);
  await publish(survey);
  await page.goto("/dashBroad/mySurveys?status=published");
  const other = await newVisitor();
  const box = page.getByRole("checkbox", {
    name: `Other sites may show it in a frame (${survey.title})`,
  });
  await expect(box).toBeChecked();
  await box.uncheck();
  await expect(box).not.toBeChecked();
  await expect
    .poll(async () => (await other.request.get(`${siteUrl}/embed/${survey.id}`)).status())
    .toBe(404);
  await page.goto(`/results/${survey.id}`);
  await expect(page.getByRole("button", { name: "Share" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Embed" })).toHaveCount(0);
  await surveyor.call(routes.setEmbeddable, {
    params: { id: survey.id },
    body: { embeddable: true },
  });
});
