import { expect, test } from "vitest";
import { type Reaction, type Reactions, withReaction } from "./queries.ts";

const counts = { liked: 5, disliked: 3 };

test.each<[Reaction, Reaction, Omit<Reactions, "ownReaction">]>([
  [null, "like", { liked: 6, disliked: 3 }],
  ["like", "dislike", { liked: 4, disliked: 4 }],
  ["dislike", null, { liked: 5, disliked: 2 }],
  ["like", "like", { liked: 5, disliked: 3 }],
])("from %s to %s", (ownReaction, reaction, expected) => {
  expect(withReaction({ ...counts, ownReaction }, reaction)).toEqual({
    ...expected,
    ownReaction: reaction,
  });
});
