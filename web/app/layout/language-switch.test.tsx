import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { expect, it } from "vitest";
import { languageIds } from "../../../words/generated/languages.ts";
import { SessionProvider } from "../../people/identity/session.tsx";
import { LanguageSwitch } from "./language-switch.tsx";

it("leads to the page in each language without script, and marks the one that it is in", () => {
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <StaticRouter location="/surveyPage?category=politics">
        <SessionProvider>
          <LanguageSwitch />
        </SessionProvider>
      </StaticRouter>
    </QueryClientProvider>,
  );
  const links = [...html.matchAll(/<a ([^>]*)>([^<]*)/g)].map(([, attributes = "", name]) => {
    const pairs = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)];
    return { name, ...Object.fromEntries(pairs.map(([, key, value]) => [key, value])) };
  });
  expect(links).toHaveLength(languageIds.length);
  expect(links[0]).toMatchObject({
    name: "English",
    href: "/surveyPage?category=politics",
    hrefLang: "en",
    "aria-current": "true",
  });
  const arabic = links.find(({ name }) => name === "العربية");
  expect(arabic).toMatchObject({
    href: "/ar/surveyPage?category=politics",
    hrefLang: "ar",
    lang: "ar",
    dir: "rtl",
  });
  expect(arabic).not.toHaveProperty("aria-current");
});
