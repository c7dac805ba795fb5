import { follow } from "#words/surveys";
import { Disclosure } from "../../components/disclosure.tsx";
import { lazyPart } from "../../components/lazy-page.tsx";
import { useSession } from "../identity/session.tsx";

const FollowChoices = lazyPart(() => import("./follow-choices.tsx"));

/** For whoever is signed in: what they want to hear of a survey. */
export function FollowDisclosure({ surveyId }: { surveyId: string }) {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Disclosure title={follow} outline={<div className="skeleton h-32 w-full" />}>
      <FollowChoices surveyId={surveyId} />
    </Disclosure>
  );
}
