import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as t from "#words/brand";
import * as common from "#words/common";
import { routes } from "../../../contract/routes.ts";
import { type Language, languageIds, languages } from "../../../words/generated/languages.ts";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { optionsOf, SelectField } from "../../components/select-field.tsx";
import { ownLanguage, sayLanguage } from "../../lib/language.ts";
import { readOf } from "../../lib/route-queries.ts";
import { SiteTextsForm } from "./site-texts-form.tsx";

/** What the landing page and the footer say, in one language at a time. */
export function SiteTexts() {
  const [language, setLanguage] = useState<Language>(ownLanguage);
  const texts = useQuery(readOf(routes.readSiteTexts, { query: { language } }));
  return (
    <section aria-labelledby="texts" className="grid max-w-prose grid-cols-1 gap-6">
      <div className="grid gap-2">
        <h2 id="texts" className="font-display text-subtitle">
          {t.texts.title}
        </h2>
        <p className="text-muted text-pretty">{t.texts.lead}</p>
      </div>
      <SelectField
        label={t.texts.language}
        value={language}
        onChange={({ target }) => setLanguage(target.value as Language)}
      >
        {optionsOf(languageIds, sayLanguage, (id) => languages[id].tag)}
      </SelectField>
      {texts.data ? (
        // As it was read: what was typed is not replaced by what another admin saves.
        <SiteTextsForm key={language} language={language} texts={texts.data} />
      ) : texts.error ? (
        <RetryNotice title={t.notLoaded} problem={texts.error} onRetry={texts.refetch} />
      ) : (
        <progress className="progress progress-primary" aria-label={common.loading} />
      )}
    </section>
  );
}
