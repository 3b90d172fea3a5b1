// The browsers that the user is signed in with: a list, and buttons that end one or all others.

import { useState } from 'react';
import type { SessionEntry } from '#contract/session';
import { ownAccount } from '#explorer/pages/account/own-account.ts';
import { Problem } from '#explorer/parts/problem.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { dropRefusedSession } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import { formatMoment } from '#view/values/time-text';

/** `changes` grows when sessions have ended in another way. */
export function AccountSessions({ changes }: { readonly changes: number }) {
  const [endings, setEndings] = useState(0);
  const [error, setError] = useState<Error>();
  const [said, setSaid] = useState('');
  const sessions = useRequest(`sessions ${changes} ${endings}`, (signal) =>
    ownAccount.sessions({ signal }),
  );
  const end = (ending: Promise<void>, text: string): void => {
    setError(undefined);
    ending.then(
      () => {
        setSaid(text);
        setEndings((count) => count + 1);
      },
      (fault: Error) => {
        dropRefusedSession(fault);
        setError(fault);
      },
    );
  };
  const others = sessions.data?.filter(({ current }) => !current) ?? [];
  return (
    <section className="card account-keys" aria-labelledby="account-sessions">
      <h2 id="account-sessions">Signed-in browsers</h2>
      {sessions.error && <Problem error={sessions.error} onRetry={sessions.retry} />}
      {error && <Problem error={error} onRetry={() => setEndings((count) => count + 1)} />}
      {sessions.data && (
        <SessionList
          sessions={sessions.data}
          onEnd={({ id, browser }) => end(ownAccount.endSession(id), `${browser} is signed out.`)}
        />
      )}
      <div className="account-sessions-foot">
        {others.length > 0 && (
          <button
            type="button"
            className="button"
            onClick={() => end(ownAccount.endOtherSessions(), 'All other browsers are signed out.')}
          >
            End all others
          </button>
        )}
        <p className="small dim" role="status">
          {said}
        </p>
      </div>
    </section>
  );
}

interface SessionListProps {
  readonly sessions: readonly SessionEntry[];
  readonly onEnd: (session: SessionEntry) => void;
}

function SessionList({ sessions, onEnd }: SessionListProps) {
  const zone = marketZoneOf(useAbout());
  const moment = (text: string): string => formatMoment(Date.parse(text), zone);
  return (
    <ul className="account-sessions">
      {sessions.map((session) => {
        const { id, browser, address, current, made, lastUsed } = session;
        return (
          <li key={id}>
            <p>
              <strong>{browser}</strong> at {address}
              {current && <span className="account-this">this browser</span>}
            </p>
            <p className="small dim">
              signed in {moment(made)}
              {!current && `, last used ${moment(lastUsed)}`}
            </p>
            {!current && (
              <button
                type="button"
                className="button"
                aria-label={`End the session of ${browser} at ${address}, signed in ${moment(made)}`}
                onClick={() => onEnd(session)}
              >
                End
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
