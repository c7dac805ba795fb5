import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import * as t from "#words/landing";
import type { Testimonial } from "../../../contract/first-view.ts";
import { Avatar } from "../../components/avatar.tsx";
import { srOnly } from "../../components/sr-only.tsx";
import { StrokeIcon } from "../../components/stroke-icon.tsx";
import { sayDate } from "../../lib/format.ts";

// Long enough to read the longest testimonial twice.
const ADVANCE_MS = 9000;
// A smooth scroll sends events much more often than this, so a pause this long means it ended.
const SETTLED_MS = 150;

interface TestimonialSliderProps {
  testimonials: Testimonial[];
  labelledBy: string;
}

/**
 * A row that scrolls and snaps natively, so swiping needs no script. Buttons, arrow keys and the
 * timer only set where it scrolls.
 */
export function TestimonialSlider({ testimonials, labelledBy }: TestimonialSliderProps) {
  const track = useRef<HTMLUListElement>(null);
  const settling = useRef(0);
  const [current, setCurrent] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const count = testimonials.length;

  function goTo(index: number) {
    const next = (index + count) % count;
    setCurrent(next);
    const row = track.current;
    row?.scrollTo({ left: forwardIn(row) * next * row.clientWidth });
  }

  function followScroll() {
    window.clearTimeout(settling.current);
    settling.current = window.setTimeout(() => {
      if (!track.current) return;
      setCurrent(Math.round(Math.abs(track.current.scrollLeft) / track.current.clientWidth));
    }, SETTLED_MS);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    goTo(current + forwardIn(event.currentTarget) * step);
  }

  useEffect(() => {
    setPlaying(!window.matchMedia("(prefers-reduced-motion: reduce)").matches);
    return () => window.clearTimeout(settling.current);
  }, []);

  const running = playing && !hovered && !focused;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each testimonial gets the full time.
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => goTo(current + 1), ADVANCE_MS);
    return () => clearTimeout(timer);
  }, [running, current]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the elements inside take focus and keys.
    <div
      className="grid gap-8"
      onKeyDown={onKeyDown}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <ul
        ref={track}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll.
        tabIndex={0}
        aria-labelledby={labelledBy}
        onScroll={followScroll}
        className="flex snap-x snap-mandatory overflow-x-auto rounded-field [scrollbar-width:none] motion-safe:scroll-smooth"
      >
        {testimonials.map((testimonial) => (
          <li key={testimonial.feedback} className="w-full shrink-0 snap-start">
            <Quotation {...testimonial} />
          </li>
        ))}
      </ul>
      <div className="flex items-center gap-2 noscript:hidden">
        <SliderButton
          label={t.previousTestimonial}
          d="m14 5-7 7 7 7"
          directed
          onClick={() => goTo(current - 1)}
        />
        <SliderButton
          label={t.nextTestimonial}
          d="m10 5 7 7-7 7"
          directed
          onClick={() => goTo(current + 1)}
        />
        <SliderButton
          label={playing ? t.stopChanging : t.changeByItself}
          d={playing ? "M9 5v14M15 5v14" : "M8 5v14l11-7z"}
          onClick={() => setPlaying(!playing)}
        />
        {/* Silent while it moves by itself, so that it does not interrupt a screen reader. */}
        <p aria-live={running ? "off" : "polite"} className="ps-3 text-muted tabular-nums">
          {t.shownTestimonial({
            place: current + 1,
            count,
            name: testimonials[current]?.name ?? "",
            unseen: srOnly,
          })}
        </p>
      </div>
    </div>
  );
}

/** From left to right is 1. A row that is read the other way scrolls to negative places. */
function forwardIn(element: Element): 1 | -1 {
  return getComputedStyle(element).direction === "rtl" ? -1 : 1;
}

function Quotation({ name, feedback, date, image, language }: Testimonial) {
  return (
    <figure className="grid h-full content-start justify-start gap-x-12 gap-y-6 sm:grid-cols-[auto_minmax(0,48rem)] sm:grid-rows-[auto_1fr]">
      <Avatar
        name={name}
        photoUrl={image}
        className="size-20 text-2xl sm:row-span-2 sm:size-40 sm:text-5xl"
      />
      <blockquote className="font-display text-subtitle font-medium text-pretty">
        <p>
          <bdi lang={language}>{feedback}</bdi>
        </p>
      </blockquote>
      <figcaption className="text-muted">
        {t.saidBy({
          name: () => <bdi className="font-semibold text-base-content">{name}</bdi>,
          month: () => <time dateTime={date}>{sayDate(date, "longMonth", "UTC")}</time>,
        })}
      </figcaption>
    </figure>
  );
}

interface SliderButtonProps {
  label: string;
  d: string;
  /** It points to where one reads on. */
  directed?: boolean;
  onClick: () => void;
}

function SliderButton({ label, d, directed, onClick }: SliderButtonProps) {
  return (
    <button
      type="button"
      className="btn btn-outline btn-square"
      aria-label={label}
      onClick={onClick}
    >
      <StrokeIcon d={d} className="size-5" strokeWidth={2.5} directed={directed} />
    </button>
  );
}
