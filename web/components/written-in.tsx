import type { ReactNode } from "react";

/** For what people wrote, in the words of a message: `t.onSurvey({ title, written: writtenIn("ar") })`. */
export function writtenIn(language: string | undefined) {
  return (words: string): ReactNode => <bdi lang={language}>{words}</bdi>;
}
