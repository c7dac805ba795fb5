import * as t from "#words/landing";
import * as wording from "#words/specified";
import { BallotBox, Exchange, Rosette, ThreeWays } from "./pictures.tsx";

const cards = [
  {
    Picture: BallotBox,
    title: t.joinPolls,
    text: t.joinPollsText,
  },
  {
    Picture: ThreeWays,
    title: t.takePart,
    text: t.takePartText,
  },
  {
    Picture: Exchange,
    title: t.beHeard,
    text: t.beHeardText,
  },
  {
    Picture: Rosette,
    title: t.goPro,
    text: t.goProText,
  },
];

export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="bg-panel text-panel-content">
      <div className="mx-auto grid max-w-site gap-10 px-gutter py-section">
        <h2 id="how-it-works" className="font-display text-title">
          {wording.landing.howItWorks}
        </h2>
        <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-4">
          {cards.map(({ Picture, title, text }) => (
            <li
              key={title}
              className="grid content-start gap-3 rounded-panel bg-panel-content/10 p-6"
            >
              <Picture className="mb-3 size-28" />
              <h3 className="font-display text-subtitle">{title}</h3>
              <p className="text-pretty">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
