// The user's own account: the session and its end, what the plan grants, and how much of it is used.

import { type ReactNode, useEffect, useState } from 'react';
import type { AccountAnswer } from '#contract/account';
import { AccountKeys } from '#explorer/pages/account/account-keys.tsx';
import { AccountLinks } from '#explorer/pages/account/account-links.tsx';
import { AccountPassword } from '#explorer/pages/account/account-password.tsx';
import { AccountSessions } from '#explorer/pages/account/account-sessions.tsx';
import { formatDuration } from '#explorer/parts/duration-text.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import { client, signOut, useSession } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import { formatMoment, zoneLabelAt } from '#view/values/time-text';
import { formatCount } from '#view/values/value-text';
import '#explorer/pages/account/account-page.css';

/** The time between two readings of the figures of use. */
const REFRESH_MS = 15_000;

export function AccountPage() {
  usePageTitle('Account');
  const refreshes = useTicks(REFRESH_MS);
  const sessionId = useSession()?.id;
  const arePasswordsOn = useAbout().passwords !== false;
  // Each new password ends sessions and may end keys and links.
  const [newPasswords, setNewPasswords] = useState(0);
  const account = useRequest(`account ${sessionId} ${refreshes}`, (signal) =>
    client.account({ signal }),
  );
  const { data, error } = account;
  return (
    <>
      <header className="account-head">
        <h1>Account</h1>
        {data && <p className="dim">{data.userName}</p>}
        <button type="button" className="button" onClick={() => signOut()}>
          Sign out
        </button>
      </header>
      {error && <Problem error={error} onRetry={account.retry} />}
      {data ? (
        <div className="account-grid">
          <PlanCard {...data} />
          <UseCard plan={data.plan} use={data.use} />
          <SessionCard credential={data.credential} />
        </div>
      ) : (
        !error && <Loading />
      )}
      <AccountSessions changes={newPasswords} />
      {arePasswordsOn && (
        <AccountPassword onChanged={() => setNewPasswords((count) => count + 1)} />
      )}
      <AccountKeys key={newPasswords} plan={data?.plan} />
      <AccountLinks changes={newPasswords} />
    </>
  );
}

function PlanCard({
  plan,
  role,
  writePatterns,
}: Pick<AccountAnswer, 'plan' | 'role' | 'writePatterns'>) {
  return (
    <section className="card" aria-labelledby="account-plan">
      <h2 id="account-plan">Plan</h2>
      <p className="account-figure">{plan.name}</p>
      <dl className="account-facts">
        <Fact title="Series">
          {plan.series.includes('*') ? (
            'every series'
          ) : (
            <>
              those that match{' '}
              {plan.series.map((pattern) => (
                <code key={pattern}>{pattern}</code>
              ))}
            </>
          )}
        </Fact>
        <Fact title="Requests">{formatCount(plan.requestsPerMinute)} a minute</Fact>
        <Fact title="Points">{formatCount(plan.pointsPerAnswer)} an answer</Fact>
        <Fact title="Role">
          {role}
          {role === 'writer' && (
            <>
              {' of '}
              <code>{writePatterns.join(', ')}</code>
            </>
          )}
        </Fact>
      </dl>
    </section>
  );
}

function UseCard({ plan, use }: Pick<AccountAnswer, 'plan' | 'use'>) {
  const { requestsThisMinute, requestsLeft, resetSeconds } = use;
  const share = Math.min(1, requestsThisMinute / Math.max(1, plan.requestsPerMinute));
  return (
    <section className="card" aria-labelledby="account-use">
      <h2 id="account-use">Use this minute</h2>
      <p className="account-figure figure">
        {formatCount(requestsThisMinute)}{' '}
        <span className="dim">of {formatCount(plan.requestsPerMinute)} requests</span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a <meter> cannot take the page's colours everywhere */}
      <div
        role="meter"
        className="account-meter"
        aria-label="Requests used this minute"
        aria-valuemin={0}
        aria-valuemax={plan.requestsPerMinute}
        aria-valuenow={requestsThisMinute}
      >
        <span style={{ width: `${100 * share}%` }} />
      </div>
      <p className="small dim figure">
        {formatCount(requestsLeft)} left
        {resetSeconds > 0 && ` · all available again in ${formatDuration(resetSeconds)}`}. This page
        sends a request every {REFRESH_MS / 1_000} s, which counts too.
      </p>
    </section>
  );
}

function SessionCard({ credential }: Pick<AccountAnswer, 'credential'>) {
  const about = useAbout();
  const zone = marketZoneOf(about);
  const now = useServerNow(about);
  const expires = credential.expires === null ? undefined : Date.parse(credential.expires);
  return (
    <section className="card" aria-labelledby="account-session">
      <h2 id="account-session">This session</h2>
      {expires === undefined ? (
        <p className="account-figure">does not end</p>
      ) : (
        <>
          <p className="account-figure figure">
            ends in {formatDuration(60 * Math.max(0, Math.round((expires - now) / 60_000)))}
          </p>
          <p className="small dim">
            {formatMoment(expires, zone)} {zoneLabelAt(expires, zone)}, if you leave it unused until
            then: use renews it. Then you are asked to sign in again, and keep your place.
          </p>
        </>
      )}
    </section>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A count that grows by one every `everyMs` while the page can be seen. */
function useTicks(everyMs: number): number {
  const [ticks, setTicks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setTicks((count) => count + 1);
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return ticks;
}
