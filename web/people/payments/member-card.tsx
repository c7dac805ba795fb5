import * as wording from "#words/specified";
import { upright } from "../../components/upright.ts";
import { useBrand } from "../../lib/settings.ts";

/** A pro user's card with their name, for dark backgrounds. */
export function MemberCard({ name }: { name: string }) {
  return (
    <div
      aria-hidden="true"
      className="relative grid aspect-[8/5] w-full max-w-80 -rotate-3 content-between overflow-hidden rounded-panel bg-[#fbf8f2] p-5 text-[#26242f]"
    >
      <svg
        viewBox="0 0 160 100"
        className="absolute inset-0 size-full rtl:-scale-x-100"
        aria-hidden="true"
      >
        <circle cx="134" cy="78" r="50" fill="#f2c761" />
        <circle cx="134" cy="78" r="36" fill="none" stroke="#26242f" strokeWidth="1.5" />
        <path
          className={upright}
          d="m117 75 10 11 21-25"
          fill="none"
          stroke="#3a33c4"
          strokeWidth="7"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <p className="relative flex items-center justify-between gap-3 font-display font-bold">
        <bdi>{useBrand().name}</bdi>
        <span className="rounded-full bg-[#3a33c4] px-3 text-white">{wording.nav.proBadge}</span>
      </p>
      <p className="relative line-clamp-2 max-w-[50%] font-display text-xl leading-tight font-bold">
        <bdi>{name}</bdi>
      </p>
    </div>
  );
}
