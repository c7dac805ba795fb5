import { useId, useRef, useState } from "react";
import * as common from "#words/common";
import * as t from "#words/embed";
import {
  type EmbedTheme,
  embedThemes,
  FRAME_HEIGHT,
  FRAME_SANDBOX,
  frameAddress,
  frameCode,
  scriptCode,
} from "../../../contract/embed-code.ts";
import type { SurveyCard } from "../../../contract/surveys.ts";
import { textIn } from "../../../contract/text-in.ts";
import { languageIds, languages } from "../../../words/generated/languages.ts";
import { Dialog } from "../../components/dialog.tsx";
import { optionsOf, SelectField } from "../../components/select-field.tsx";
import { ownLanguage, sayLanguage } from "../../lib/language.ts";

export type EmbeddedSurvey = Pick<
  SurveyCard,
  "_id" | "title" | "description" | "question" | "language" | "translations"
>;

interface EmbedDialogProps {
  survey: EmbeddedSurvey;
  onClose: () => void;
}

const themes = ["reader", ...embedThemes] as const;
const kinds = ["script", "frame"] as const;

/** The code with which another site shows the survey, and what it will look like there. */
export default function EmbedDialog({ survey, onClose }: EmbedDialogProps) {
  const [theme, setTheme] = useState<EmbedTheme | "reader">("reader");
  const [language, setLanguage] = useState<string>(ownLanguage);
  const [kind, setKind] = useState<string>("script");
  const [copied, setCopied] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const embedded = {
    siteUrl: location.origin,
    language,
    survey: { ...survey, title: textIn(survey, language).title },
    theme: theme === "reader" ? undefined : theme,
  };
  const code =
    kind === "frame"
      ? frameCode(embedded, { width: "100%", height: FRAME_HEIGHT })
      : scriptCode(embedded);

  async function copy() {
    area.current?.select();
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
    } catch {
      // Not allowed, or missing over plain http. The code is marked, to copy it by hand.
    }
  }

  return (
    <Dialog title={t.title} onClose={onClose}>
      <p>{t.lead}</p>
      <div className="grid gap-4">
        <SelectField
          label={t.colours}
          value={theme}
          onChange={({ target }) =>
            setTheme(themes.find((one) => one === target.value) ?? "reader")
          }
        >
          {optionsOf(themes, (one) => t.themes[one])}
        </SelectField>
        <SelectField
          label={t.language}
          value={language}
          onChange={({ target }) => setLanguage(target.value)}
        >
          {optionsOf(languageIds, sayLanguage, (one) => languages[one].tag)}
        </SelectField>
        <SelectField label={t.kind} value={kind} onChange={({ target }) => setKind(target.value)}>
          {optionsOf(kinds, (one) => t.kinds[one])}
        </SelectField>
      </div>
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-semibold">
          {t.code}
        </label>
        <textarea
          ref={area}
          id={id}
          readOnly
          dir="ltr"
          rows={4}
          value={code}
          className="w-full rounded-field border border-muted bg-base-100 px-3 py-2 font-mono text-sm break-all"
        />
        <p className="text-sm text-muted">{t.wordPress}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-primary" onClick={() => void copy()}>
          {copied ? t.copied : t.copy}
        </button>
        <button type="button" className="btn btn-outline" onClick={onClose}>
          {common.close}
        </button>
      </div>
      <span role="status" className="sr-only">
        {copied && t.copied}
      </span>
      <h3 className="font-semibold">{t.preview}</h3>
      <iframe
        title={t.preview}
        src={frameAddress(embedded)}
        sandbox={FRAME_SANDBOX}
        className="h-100 w-full rounded-field"
      />
    </Dialog>
  );
}
