import type { Reply } from "../../../contract/route.ts";
import type { routes } from "../../../contract/routes.ts";
import { INITIALS } from "../../components/avatar.tsx";

export type Texts = Reply<typeof routes.readSiteTexts>;

export function inForm({ set, builtIn }: Texts) {
  return {
    motto: set.motto ?? "",
    copyright: set.copyright ?? "",
    faq: set.faq ?? builtIn.faq,
    testimonials: (set.testimonials ?? builtIn.testimonials).map((each) => ({
      ...each,
      image: each.image === INITIALS ? "" : each.image,
    })),
  };
}
export type Typed = ReturnType<typeof inForm>;
type List = "faq" | "testimonials";

/** A list only if it was changed: otherwise it stays built in, or as another admin has it. */
export function toBody(typed: Typed, before: Typed) {
  const line = (text: string) => text.trim() || null;
  const differs = (list: List) => JSON.stringify(typed[list]) !== JSON.stringify(before[list]);
  return {
    motto: line(typed.motto),
    copyright: line(typed.copyright),
    ...(differs("faq") && {
      faq: typed.faq.map(({ id, ...item }) => ({ ...item, ...(id && { id }) })),
    }),
    ...(differs("testimonials") && {
      testimonials: typed.testimonials.map(({ language: _, ...each }) => ({
        ...each,
        image: each.image.trim() || INITIALS,
      })),
    }),
  };
}

export type Reset = { [Part in keyof Typed]: null };
