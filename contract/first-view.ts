import type { brandRoutes } from "./brand.ts";
import type { Reply } from "./route.ts";
import type { settingsRoutes } from "./settings.ts";
import type { ListedSurvey, SurveyCard, surveyRoutes } from "./surveys.ts";
import type { transparencyRoutes } from "./transparency.ts";

export type FaqItem = Reply<typeof brandRoutes.readFaq>[number];
export type Testimonial = Reply<typeof brandRoutes.readTestimonials>[number];

/** How many surveys the landing page shows: one row on a wide screen, no long column on a phone. */
export const POPULAR_COUNT = 3;
/**
 * How many of the most voted surveys it reads. Some of them let everybody see their result, and the
 * first of these is shown with it. A page of the list has as many.
 */
export const POPULAR_READ = 12;

/** The id of the element with the data of the first view. */
export const FIRST_VIEW_ID = "first-view";

interface ListStart {
  items: ListedSurvey[];
  after: string | null;
  total?: string;
}

/** What a page shows at first. The server puts it into the HTML, so that no script has to ask. */
export interface FirstView {
  settings: Reply<typeof settingsRoutes.readSettings>;
  /** The landing page's texts and surveys. */
  faq?: FaqItem[];
  testimonials?: Testimonial[];
  popular?: ListedSurvey[];
  /** The first page of the list, and the cursor of the next. */
  list?: ListStart;
  /** What everybody may see of one survey. */
  survey?: SurveyCard;
  /** The same with the votes set aside, for the page of its result. */
  results?: Reply<typeof surveyRoutes.readResults>;
  transparency?: Reply<typeof transparencyRoutes.readTransparency>;
}

export interface RenderedPage {
  /** The text of the `title` element, escaped. */
  title: string;
  /** The content of the root element. */
  html: string;
  /** JSON that is safe inside a `script` element: what the browser needs for the same render. */
  data: string;
}

/**
 * Renders the page at this address as a visitor sees it first, or with null only the data.
 * `web/app/prerender.tsx` is built into a program that the server loads.
 */
export type RenderPage = (address: string | null, view: FirstView) => Promise<RenderedPage>;
