import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useRef, useState } from "react";
import * as t from "#words/factors";
import { lazyPart } from "../../components/lazy-page.tsx";
import { Notice } from "../../components/notice.tsx";
import { alerts } from "../../lib/alerts.ts";
import { refreshReads } from "../../lib/route-queries.ts";
import { identityQuery, readIdentity } from "./queries.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import {
  confirmationWaysQuery,
  endTwoFactor,
  makeRecoveryCodes,
  startTwoFactor,
} from "./second-factors.ts";
import { useSession } from "./session.tsx";

const TwoFactorSetUp = lazyPart(() => import("./two-factor-set-up.tsx"));

type SetUp = Awaited<ReturnType<typeof startTwoFactor>>;

/** Codes from an authenticator app, asked for after the password. */
export function TwoFactor() {
  const { confirmIdentity } = useSession();
  const queryClient = useQueryClient();
  const { data: ways, error } = useQuery(confirmationWaysQuery);
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  /** Moves the focus, because the pressed button disappears. */
  function show(next: { setUp?: SetUp; codes?: string[] }) {
    setSetUp(next.setUp ?? null);
    setCodes(next.codes ?? null);
    heading.current?.focus({ preventScroll: true });
  }

  /** The provider has replaced the session, so there is a new token as well. */
  async function refresh() {
    queryClient.setQueryData(identityQuery.queryKey, await readIdentity());
    await refreshReads();
  }

  async function withConfirmation(title: string, act: (password?: string) => Promise<void>) {
    const confirmation = await confirmIdentity({ password: true });
    if (!confirmation) return;
    try {
      await act(confirmation.password);
    } catch (failure) {
      void alerts.failed(title, failure);
    }
  }

  const start = () =>
    withConfirmation(t.notSetUp, async (password) =>
      show({ setUp: await startTwoFactor(password) }),
    );
  const renewCodes = () =>
    withConfirmation(t.noNewCodes, async (password) =>
      show({ codes: await makeRecoveryCodes(password) }),
    );
  const end = () =>
    withConfirmation(t.stillOn, async (password) => {
      await endTwoFactor(password);
      await refresh();
      alerts.succeeded(t.isOff);
    });

  async function finish({ recoveryCodes }: SetUp) {
    await refresh();
    show({ codes: recoveryCodes });
  }

  function body(): ReactNode {
    if (codes) return <RecoveryCodes codes={codes} onKept={() => show({})} />;
    if (setUp) {
      return (
        <Suspense>
          <TwoFactorSetUp {...setUp} onDone={() => finish(setUp)} onCancel={() => show({})} />
        </Suspense>
      );
    }
    if (!ways) return error && <Notice tone="error">{error.message}</Notice>;
    if (ways.twoFactor) {
      return (
        <>
          <Notice tone="success">{t.isOn}</Notice>
          <div className="flex flex-wrap gap-2">
            <button type="button" className="btn btn-outline" onClick={() => void renewCodes()}>
              {t.newCodes}
            </button>
            <button type="button" className="btn btn-ghost text-error" onClick={() => void end()}>
              {t.switchOff}
            </button>
          </div>
        </>
      );
    }
    return (
      <>
        <p className="max-w-prose text-muted">
          {ways.password ? t.protectsPassword : t.noPassword}
        </p>
        <button
          type="button"
          className="btn btn-outline justify-self-start"
          onClick={() => void start()}
        >
          {t.setUp}
        </button>
      </>
    );
  }

  return (
    <section className="grid content-start gap-4" aria-labelledby="two-factor">
      <h3 id="two-factor" ref={heading} tabIndex={-1} className="font-display text-lg font-bold">
        {t.twoFactor}
      </h3>
      {body()}
    </section>
  );
}
