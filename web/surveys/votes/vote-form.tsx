import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { flushSync } from "react-dom";
import { useForm } from "react-hook-form";
import { useSearchParams } from "react-router";
import * as wording from "#words/specified";
import * as t from "#words/votes";
import type { Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { options } from "../../../contract/surveys.ts";
import { lazyPart } from "../../components/lazy-page.tsx";
import { alerts } from "../../lib/alerts.ts";
import { ApiProblem } from "../../lib/api.ts";
import { useKeptTrying } from "../../lib/keep-trying.ts";
import { partLoader } from "../../lib/load-part.ts";
import { randomDigits } from "../../lib/random-uuid.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { changeReply } from "../../lib/route-queries.ts";
import { useSession } from "../../people/identity/session.tsx";
import { surveyQuery } from "../survey/shared/survey-query.ts";
import { ballotOf } from "./ballot-memory.ts";
import { useOwnAct } from "./own-act.ts";
import { paperMemory } from "./paper-memory.ts";
import { useLiveResults } from "./shared/live-results.ts";
import { sourceOf } from "./shared/source.ts";
import { type Ballot, VoteFields } from "./shared/vote-fields.tsx";
import { markVoted } from "./shared/vote-marks.ts";

// Only secret ballots have papers.
const KeepPaper = lazyPart(() => import("./keep-paper.tsx"));

type Option = (typeof options)[number];

interface VoteFormProps {
  survey: Reply<typeof routes.readSurvey>;
  /** As it is shown, in one of the survey's languages. The vote is bound to all of them. */
  asked: { question: string; language: string };
  /** Null if nobody knows what it was. */
  onVoted: (vote: Option | null) => void;
}

const loadCasting = partLoader(() => import("../../record/survey-record/shared/cast-vote.ts"));
const loadSecrecy = partLoader(() => import("./cast-secretly.ts"));

export function VoteForm({ survey, asked, onVoted }: VoteFormProps) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const params = { id: survey._id };
  const castVote = useRouteMutation(routes.castVote);
  const report = useRouteMutation(routes.reportSurvey);
  const isSecret = survey.ballot === "secret";
  const memory = ballotOf(user?.email ?? "", survey._id);
  // A link from another page may prepare the choice. What was chosen here since then is kept.
  const [address] = useSearchParams();
  const choice = address.get("choice");
  const prepared = options.find((option) => option === choice);
  const [before] = useState(() => ({ ...(prepared && { vote: prepared }), ...memory.read() }));
  const form = useForm<Ballot>({ defaultValues: before });
  const isOwnAct = useOwnAct(prepared !== undefined);
  const keep = () => {
    memory.keep(form.getValues());
    // So that it is there when the vote is sent, even if the site is away by then.
    void loadCasting().catch(() => {});
    if (isSecret) void loadSecrecy().catch(() => {});
  };
  const trying = useKeptTrying();
  // Of this browser's own, so that the site can't give one receipt to two people. A call that is
  // repeated has the same.
  const [nonce] = useState(randomDigits);
  // If the survey closes meanwhile, the page shows the final result instead of this form.
  useLiveResults(survey._id);

  /** With the person's name, which the surveyor and the admins see. */
  async function castByName({ vote, report }: Ballot, textHash: string) {
    const body = {
      report,
      // May be missing: the server checks whether one is chosen.
      vote,
      userEmail: user?.email,
      userName: user?.displayName,
      surveyItemId: survey._id,
      title: survey.title,
      category: survey.category,
      source: sourceOf(survey._id, address),
      nonce,
      textHash,
    };
    const { receipt } = await castVote.mutateAsync({ body });
    return { receipt, nonce, forget: () => {} };
  }

  /** A report is no vote, so it has a name, and is sent apart from the ballot. */
  async function castSecretly({ vote, report: text }: Ballot, textHash: string) {
    const { castSecretly: cast } = await loadSecrecy();
    const given = await cast({ surveyId: survey._id, email: user?.email ?? "", vote, textHash });
    if (text) {
      const body = { surveyItemId: survey._id, report: text };
      await report.mutateAsync({ body }).catch(() => {});
    }
    return given;
  }

  async function submit(ballot: Ballot) {
    const { vote } = ballot;
    try {
      const { receipt, takeReceipt, textHash, ...given } = await trying.run(async () => {
        const casting = await loadCasting();
        const hash = casting.hashShown(survey);
        const send = isSecret ? castSecretly : castByName;
        return { ...casting, ...(await send(ballot, hash)), textHash: hash };
      });
      // Before the page says that the vote is cast: whoever has no promise must not believe it.
      const cast = { email: user?.email ?? "", survey, vote, nonce: given.nonce, textHash };
      const isPromised = await takeReceipt(receipt, cast).catch((error) => {
        console.warn("The receipt is not kept:", error);
        return true;
      });
      memory.forget();
      given.forget();
      changeReply(routes.readSurvey, { params }, isSecret ? { ownPaper: true } : { ownVote: vote });
      markVoted(survey._id);
      showResult(vote);
      if (isPromised) alerts.succeeded(wording.alerts.voted);
    } catch (error) {
      const code = error instanceof ApiProblem ? error.code : null;
      if (code === "already_voted") {
        // They voted elsewhere, perhaps with the paper that is here.
        if (isSecret) paperMemory(user?.email ?? "", survey._id).forget();
        const reading = queryClient.fetchQuery({ ...surveyQuery(survey._id), staleTime: 0 });
        const found = await reading.catch(() => null);
        if (found?.ownVote ?? found?.ownPaper) showResult(found.ownVote);
        void alerts.show({ icon: "question", ...wording.alerts.alreadyVoted });
      }
      if (code === "closed" || code === "not_open") {
        void alerts.failed(t.notCounted, error);
        await queryClient.invalidateQueries({ queryKey: surveyQuery(survey._id).queryKey });
      }
      if (code === "text_changed") {
        // The page shows the new text, and the form keeps what was chosen.
        await queryClient.invalidateQueries({ queryKey: surveyQuery(survey._id).queryKey });
      }
      // The survey is gone, closed or not open, which the refreshed page shows.
      const isShown = ["already_voted", "not_found", "closed", "not_open"].includes(code ?? "");
      if (!isShown) throw error;
    }
  }

  /** At once: the result must have the focus before an alert opens, which gives it back there. */
  function showResult(vote: Option | null) {
    flushSync(() => onVoted(vote));
  }

  return (
    <VoteFields
      form={form}
      survey={survey}
      asked={asked}
      isPrepared={prepared !== undefined}
      waits={!isOwnAct}
      isOpen={Boolean(before.report)}
      trying={trying}
      onChange={keep}
      onSubmit={submit}
    >
      {isSecret && (
        <Suspense>
          <KeepPaper surveyId={survey._id} email={user?.email ?? ""} />
        </Suspense>
      )}
    </VoteFields>
  );
}
