import * as wording from "#words/specified";
import { BallotBox, Exchange, Rosette, ThreeWays } from "./pictures.tsx";

const cards = [
  {
    Picture: BallotBox,
    title: "Join polls",
    text: "Pick a question and share your opinion: a plain yes or no.",
  },
  {
    Picture: ThreeWays,
    title: "Take part",
    text: "Users can survey, comment and like, and see the result right away.",
  },
  {
    Picture: Exchange,
    title: "Be heard",
    text: "Comments and feedback matter: they reach the people who asked.",
  },
  {
    Picture: Rosette,
    title: "Go pro",
    text: "Pro users can comment on a survey and explain their vote.",
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
