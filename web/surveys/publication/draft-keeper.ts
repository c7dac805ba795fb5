import { routes } from "../../../contract/routes.ts";
import type { SurveyDraft } from "../../../contract/survey-draft.ts";
import { ApiProblem, callRoute } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import { type Unsaved, unsavedOf } from "./draft.ts";

// As long as people pause between two words.
const PAUSE_MS = 1_000;
// A restart of the server takes seconds.
const RETRY_MS = 5_000;

export type Saving =
  | { state: "unchanged" | "saving" | "changed" }
  | { state: "saved"; at: string }
  | { state: "unsaved"; problem: ApiProblem };

interface Kept {
  email: string;
  id: string;
  /** What the server has; null if it has none. */
  draft: { revision: number; timestamp: string } | null;
  /** What this browser has and the server has not. */
  unsaved: Unsaved | undefined;
}

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

const listKey = [routes.listDrafts.path];

/** Brings what is typed to the server, one call after the other. */
export function createDraftKeeper(
  { email, id, draft, unsaved }: Kept,
  tell: (saving: Saving) => void,
) {
  const memory = unsavedOf(email);
  let revision = unsaved?.revision ?? draft?.revision ?? 0;
  // After a lost answer the same is sent again, which the server knows, and only then what followed.
  let sent = unsaved?.sent ?? null;
  // As JSON. What the form begins with is what the server has, or not worth keeping.
  let saved = unsaved ? "" : null;
  let savedAt = draft?.timestamp;
  let typed = "";
  let saving: Promise<void> | null = null;
  // `sent`: nobody knows whether the survey has arrived, with which the server deletes the draft.
  let state: "saving" | "paused" | "sent" | "changed" = "saving";
  let timer = 0;

  const isSaved = () => saved === null || (typed === saved && sent === null);
  const tellSaved = () => tell(savedAt ? { state: "saved", at: savedAt } : { state: "unchanged" });
  const remember = () => memory.keep(id, { content: JSON.parse(typed), revision, sent });

  function keep(content: SurveyDraft) {
    typed = JSON.stringify(content);
    saved ??= typed;
    if (state === "paused") return;
    if (isSaved()) {
      clearTimeout(timer);
      memory.forget(id);
      return tellSaved();
    }
    remember();
    if (state !== "saving") return;
    tell({ state: "saving" });
    saveIn(PAUSE_MS);
  }

  function saveIn(ms: number) {
    clearTimeout(timer);
    timer = window.setTimeout(save, ms);
  }

  /** At once. `keepalive` lets it arrive after the page is gone, if it is not too long for that. */
  async function save({ keepalive }: { keepalive?: true } = {}): Promise<void> {
    if (saving) return saving;
    clearTimeout(timer);
    // Whoever has logged out has left nothing here, and nothing is put back.
    if (state !== "saving" || isSaved() || !memory.has(id)) return;
    sent ??= typed;
    remember();
    const body = { content: JSON.parse(sent), revision };
    saving = callRoute(routes.saveDraft, { params: { id }, body, ...(keepalive && { keepalive }) })
      .then(accepted, refused)
      .finally(() => {
        saving = null;
      });
    return saving;
  }

  function accepted(reply: { revision: number }) {
    revision = reply.revision;
    saved = sent;
    sent = null;
    savedAt = new Date().toISOString();
    void queryClient.invalidateQueries({ queryKey: listKey });
    if (typed === saved) {
      memory.forget(id);
      return tellSaved();
    }
    if (memory.has(id)) remember();
    saveIn(0);
  }

  function refused(error: unknown) {
    const problem = error instanceof ApiProblem ? error : new ApiProblem("internal");
    if (problem.refusal === "draft.changed") {
      if (state === "saving") state = "changed";
      return tell({ state: "changed" });
    }
    tell({ state: "unsaved", problem });
    if (problem.status >= 500 || problem.status === 429) return saveIn(RETRY_MS);
    // It was not taken, and what is typed next may be.
    sent = null;
    if (memory.has(id)) remember();
  }

  /** The draft is no longer needed. */
  function end() {
    state = "paused";
    clearTimeout(timer);
    memory.forget(id);
    // Not even for a moment does the list show it.
    queryClient.removeQueries({ queryKey: listKey, type: "inactive" });
  }

  return {
    keep,
    save,
    /** Sends the survey, whose draft the server deletes then: nothing is saved after that. */
    async sendWith(send: () => Promise<unknown>) {
      state = "paused";
      clearTimeout(timer);
      await saving;
      try {
        await send();
        end();
      } catch (error) {
        const isOutage = error instanceof ApiProblem && error.status >= 500;
        state = isOutage ? "sent" : "saving";
        void save();
        throw error;
      }
    },
    /** Nothing is tried again after the page is left. What is unsaved waits for the next visit. */
    leave: () => void save().finally(() => clearTimeout(timer)),
    /** Saves what is here, although the server has something else. */
    async overwrite() {
      const { draft } = await callRoute(routes.readDraft, { params: { id } });
      revision = draft?.revision ?? 0;
      sent = null;
      state = "saving";
      await save();
    },
    async discard() {
      end();
      await saving;
      if (revision > 0) await callRoute(routes.deleteDraft, { params: { id } });
    },
  };
}
