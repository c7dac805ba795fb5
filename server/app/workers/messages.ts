/** Functions that one process calls in another. What they take and return is sent as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: only `any` allows every kind of parameter.
type Calls = Record<string, (...given: any[]) => unknown>;

export type Ask<Offered extends Calls> = <Name extends keyof Offered & string>(
  name: Name,
  ...given: Parameters<Offered[Name]>
) => Promise<Awaited<ReturnType<Offered[Name]>>>;

/** The other process: a worker as its supervisor sees it, or `process` in a worker. */
interface Channel {
  on(event: "message", listener: (message: Message) => void): unknown;
  once(event: "disconnect", listener: () => void): unknown;
  send?(message: Message, callback: (error: Error | null) => void): boolean;
}

type Message = Question | Answer;
interface Question {
  ask: string;
  id: number;
  given: unknown[];
}
interface Answer {
  answerTo: number;
  result?: unknown;
  failure?: string;
}

/** Answers the other process with `calls`, and returns how to ask it. */
export function talkTo<Offered extends Calls>(channel: Channel, calls: Calls): Ask<Offered> {
  const waiting = new Map<number, (answer: Omit<Answer, "answerTo">) => void>();
  let lastId = 0;

  async function answer({ ask, id, given }: Question): Promise<void> {
    const answer: Answer = { answerTo: id };
    try {
      answer.result = await calls[ask]?.(...given);
    } catch (error) {
      answer.failure = String(error);
    }
    // If the other process has ended, nobody needs the answer.
    channel.send?.(answer, () => {});
  }

  function settle(id: number, answer: Omit<Answer, "answerTo">): void {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  }

  channel.on("message", (message) => {
    if ("ask" in message) void answer(message);
    else settle(message.answerTo, message);
  });
  channel.once("disconnect", () => {
    for (const id of waiting.keys()) settle(id, { failure: "the other process has ended" });
  });

  return (ask, ...given) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      waiting.set(id, ({ result, failure }) => {
        if (failure === undefined) resolve(result as never);
        else reject(new Error(failure));
      });
      channel.send?.({ ask, id, given }, (error) => {
        if (error) settle(id, { failure: error.message });
      });
    });
}
