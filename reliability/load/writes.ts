import { randomUUID } from "node:crypto";
import { PRO_PRICE } from "../../contract/payments.ts";
import { routes } from "../../contract/routes.ts";
import type { Confirmed, Ledger } from "../ledger.ts";
import type { Person, Scene } from "../scene.ts";
import { type Calls, Unexpected } from "./calls.ts";

/** What the load does in turn. Each returns false if there is nobody left who could do it. */
export interface Writes {
  vote(): Promise<boolean>;
  /** A vote that was confirmed, once more: the same is confirmed again, another one is refused. */
  voteAgain(): Promise<boolean>;
  react(): Promise<boolean>;
  comment(): Promise<boolean>;
  pay(): Promise<boolean>;
  read(): Promise<boolean>;
}

const CARD = { number: "4242424242424242", expiry: "12/99", cvc: "123" };

export function createWrites(scene: Scene, ledger: Ledger, { write, read }: Calls): Writes {
  const pros = scene.people.filter(({ pro }) => pro);
  const payers = scene.people.filter(({ pro }) => !pro);
  const [nextVoter, nextReacting] = [eachPair(scene), eachPair(scene)];
  /** One that has been confirmed, with its key. */
  let voted: { who: Person; surveyId: string; vote: "yes" | "no"; key: string; id: string } | null =
    null;
  let turn = 0;

  function confirm(entry: Omit<Confirmed, "at">): void {
    ledger.confirmed.push({ ...entry, at: performance.now() });
  }

  function wrong(what: string): never {
    ledger.unexpected.push(what);
    throw new Unexpected(what);
  }

  return {
    async vote() {
      const pair = nextVoter();
      if (!pair) return false;
      const { who, surveyId } = pair;
      const vote = turn++ % 3 === 0 ? "no" : "yes";
      const key = randomUUID();
      const body = { surveyItemId: surveyId, vote } as const;
      const { insertedId: id } = await write(routes.castVote, who, { body, key });
      confirm({ kind: "vote", personId: who.id, surveyId, id, value: vote });
      voted = { who, surveyId, vote, key, id };
      return true;
    },

    async voteAgain() {
      if (!voted) return false;
      const { who, surveyId, vote, key, id } = voted;
      if (turn++ % 2 === 0) {
        const other = vote === "yes" ? "no" : "yes";
        const body = { surveyItemId: surveyId, vote: other } as const;
        await write(routes.castVote, who, { body, status: 409 });
        return true;
      }
      const body = { surveyItemId: surveyId, vote };
      const { insertedId } = await write(routes.castVote, who, { body, key });
      if (insertedId !== id) wrong(`vote ${id} was repeated, and confirmed as ${insertedId}`);
      return true;
    },

    async react() {
      const pair = nextReacting();
      if (!pair) return false;
      const { who, surveyId } = pair;
      const params = { params: { id: surveyId } };
      const changesMind = turn++ % 3 === 0;
      if (changesMind) await write(routes.like, who, params);
      const value = changesMind || turn % 2 === 0 ? "dislike" : "like";
      const { ownReaction } = await write(routes[value], who, params);
      if (ownReaction !== value) wrong(`a ${value} was confirmed as ${ownReaction}`);
      confirm({ kind: "reaction", personId: who.id, surveyId, id: null, value });
      return true;
    },

    async comment() {
      const who = pick(pros);
      const surveyId = pick(scene.surveys);
      if (!who || !surveyId) return false;
      // No other comment has this text, so that one that is stored twice is noticed.
      const value = `Comment ${randomUUID()}`;
      await write(routes.addComment, who, { params: { id: surveyId }, body: { comment: value } });
      confirm({ kind: "comment", personId: who.id, surveyId, id: null, value });
      return true;
    },

    /** The calls that the browser makes, one after the other. */
    async pay() {
      const who = payers.pop();
      if (!who) return false;
      const { clientSecret } = await write(routes.createPaymentIntent, who, {
        body: { price: PRO_PRICE },
      });
      const { transactionId } = await write(routes.confirmSandboxPayment, who, {
        body: { clientSecret, ...CARD },
      });
      const { insertedId: id } = await write(routes.recordPayment, who, {
        body: { transactionId },
      });
      confirm({
        kind: "payment",
        personId: who.id,
        surveyId: null,
        id,
        value: transactionId,
      });
      return true;
    },

    async read() {
      const who = pick(scene.people);
      const id = pick(scene.surveys);
      if (!who || !id) return false;
      if (turn++ % 2 === 0) await read(routes.listSurveys, who, {});
      else await read(routes.readSurvey, who, { params: { id }, query: { comments: 20 } });
      return true;
    },
  };
}

/** Every person with every survey, each pair once. */
function eachPair({ people, surveys }: Scene) {
  let next = 0;
  return () => {
    const [place, round] = [next % people.length, Math.floor(next / people.length)];
    const [who, surveyId] = [people[place], surveys[(place + round) % surveys.length]];
    if (!who || !surveyId || round >= surveys.length) return null;
    next += 1;
    return { who, surveyId };
  };
}

function pick<Item>(items: Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)];
}
