import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import * as t from "#words/passwordStrength";
import {
  lowestScore,
  type PasswordOwner,
  type PasswordStrength as Strength,
} from "../../../contract/passwords.ts";

interface PasswordStrengthProps {
  password: string;
  owner: PasswordOwner;
  minLength: number;
  /** The lowest strength that this site accepts. */
  needed: Strength;
}

interface Rating {
  /** How many of the four bars are filled. */
  bars: number;
  colour: string;
  word: string;
  advice: string;
}

export function PasswordStrength({ password, ...site }: PasswordStrengthProps) {
  const rating = useRating({ password: useDeferredValue(password), ...site });
  const said = useAfterPause(
    rating?.word ? t.ratedAloud({ strength: rating.word, advice: rating.advice }) : "",
  );
  return (
    <div className="grid gap-1.5">
      {rating && (
        <>
          <div aria-hidden="true" className="grid grid-cols-4 gap-1.5">
            {[1, 2, 3, 4].map((bar) => (
              <span
                key={bar}
                className={`h-1.5 rounded-full ${bar <= rating.bars ? rating.colour : "bg-base-300"}`}
              />
            ))}
          </div>
          <p className="min-h-lh text-sm text-muted">
            {rating.word &&
              t.rated({
                strong: (words) => <strong className="text-base-content">{words}</strong>,
                strength: rating.word,
                advice: rating.advice,
              })}
          </p>
        </>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

const wordOf = (score: number) => t.scores[String(score) as keyof typeof t.scores];

/** Null while nothing is typed. Without a word while the estimator is being loaded. */
function useRating({ password, owner, minLength, needed }: PasswordStrengthProps): Rating | null {
  const { data: judge, isPending } = useQuery({
    queryKey: ["password estimator"],
    queryFn: async () => (await import("./password-estimator.ts")).judge,
    enabled: password !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (password === "") return null;
  if (password.length < minLength) {
    const advice = t.missing({ count: minLength - password.length });
    return { bars: 1, colour: "bg-error", word: t.tooShort, advice };
  }
  // The place of the rating is kept, so that the button below does not move while it is pressed.
  if (isPending) return { bars: 0, colour: "", word: "", advice: "" };
  // Loading failed. The server checks the password in any case.
  if (!judge) return null;
  const { score, advice } = judge(password, owner);
  const enough = score >= lowestScore[needed];
  const asked = !enough && t.siteAsks({ strength: wordOf(lowestScore[needed]) });
  return {
    bars: Math.max(score, 1),
    colour: !enough || score < 2 ? "bg-error" : score === 2 ? "bg-warning" : "bg-success",
    word: wordOf(score),
    advice: [advice && t.advices[advice], asked].filter(Boolean).join(" "),
  };
}

// Otherwise a screen reader would read out a new rating for every key.
const PAUSE_MS = 1_000;

function useAfterPause(text: string): string {
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return said;
}
