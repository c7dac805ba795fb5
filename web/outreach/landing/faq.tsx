import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import * as t from "#words/landing";
import * as wording from "#words/specified";
import { pages } from "../../../contract/pages.ts";
import { linkTo } from "../../components/link-to.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { faqQuery } from "./queries.ts";

export function Faq() {
  return (
    <section
      id="faq"
      aria-labelledby="faq-title"
      className="mx-auto grid max-w-site gap-x-16 gap-y-10 px-gutter py-section lg:grid-cols-[1fr_1.75fr]"
    >
      <div className="grid content-start gap-3">
        <h2 id="faq-title" className="font-display text-title">
          {wording.landing.faq}
        </h2>
        <p className="font-display text-subtitle">{wording.landing.faqSubheading}</p>
        <p className="text-muted">{t.notAnswered({ link: linkTo(pages.contact) })}</p>
      </div>
      {/* As high as the closed list, so that the footer stays where it is. */}
      <div className="min-h-[41rem]">
        <FaqList />
      </div>
    </section>
  );
}

/** For the question that the address names. Not by the prop `open`, which hydration ignores. */
function reveal(question: HTMLDetailsElement | null): void {
  if (!question) return;
  question.open = true;
  question.scrollIntoView();
}

function FaqList() {
  const { data, error, refetch } = useQuery(faqQuery);
  const { hash } = useLocation();
  if (data?.length === 0) {
    return <p className="text-muted">{t.noQuestions}</p>;
  }
  if (data) {
    return (
      <ul className="grid border-t border-base-300">
        {data.map(({ id, question: asked, answer }) => (
          <li key={id} className="border-b border-base-300">
            <details id={id} ref={hash === `#${id}` ? reveal : undefined} className="group">
              <summary className="flex min-h-18 cursor-pointer list-none items-center justify-between gap-6 rounded-field py-4 text-lg font-semibold hover:text-primary [&::-webkit-details-marker]:hidden">
                <span dir="auto">{asked}</span>
                <svg
                  viewBox="0 0 24 24"
                  className="size-6 shrink-0 text-primary transition-transform group-open:rotate-45 motion-reduce:transition-none"
                  aria-hidden="true"
                >
                  <path d="M12 3v18M3 12h18" stroke="currentColor" strokeWidth="2.5" />
                </svg>
              </summary>
              <p className="max-w-prose pb-6 text-pretty">
                <bdi className="whitespace-pre-line">{answer}</bdi> {wording.landing.questionsAsked}
              </p>
            </details>
          </li>
        ))}
      </ul>
    );
  }
  if (error) {
    return <RetryNotice title={t.questionsNotShown} problem={error} onRetry={refetch} />;
  }
  return (
    <div role="status" className="skeleton h-[41rem] w-full rounded-panel">
      <span className="sr-only">{t.questionsLoading}</span>
    </div>
  );
}
