import { useQuery } from "@tanstack/react-query";
import * as t from "#words/landing";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { testimonialsQuery } from "./queries.ts";
import { TestimonialSlider } from "./testimonial-slider.tsx";

const TITLE_ID = "testimonials";

/** Nothing on a site whose operator has written down no testimonials. */
export function Testimonials() {
  const { data, error, refetch } = useQuery(testimonialsQuery);
  if (data?.length === 0) return null;
  return (
    <section
      aria-labelledby={TITLE_ID}
      aria-roledescription={t.carousel}
      className="border-y border-base-300 bg-base-200"
    >
      <div className="mx-auto grid max-w-site gap-8 px-gutter py-section">
        <h2 id={TITLE_ID} className="font-display text-title">
          {t.testimonials}
        </h2>
        {/* As high as a long quotation and the buttons, so that nothing below moves. */}
        <div className="min-h-100 sm:min-h-64">
          {data ? (
            <TestimonialSlider testimonials={data} labelledBy={TITLE_ID} />
          ) : error ? (
            <RetryNotice title={t.testimonialsNotShown} problem={error} onRetry={refetch} />
          ) : (
            <div role="status" className="skeleton h-100 w-full rounded-panel sm:h-64">
              <span className="sr-only">{t.testimonialsLoading}</span>
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
