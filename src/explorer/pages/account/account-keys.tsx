// The user's own API keys: the list with what each may do, making one (its secret is shown once), revoking one.

import { useState } from 'react';
import type { AccountAnswer, KeyEntry } from '#contract/account';
import { type MadeKey, NewKey, NewKeyForm } from '#explorer/pages/account/new-key.tsx';
import { ownAccount } from '#explorer/pages/account/own-account.ts';
import { RevokeDialog } from '#explorer/pages/account/revoke-dialog.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import { formatMoment } from '#view/values/time-text';

type Plan = AccountAnswer['plan'];

/** `plan` is left out until it is known. */
export function AccountKeys({ plan }: { readonly plan: Plan | undefined }) {
  const [changes, setChanges] = useState(0);
  const [made, setMade] = useState<MadeKey>();
  const [revoking, setRevoking] = useState<string>();
  const keys = useRequest(`keys ${changes}`, (signal) => ownAccount.keys({ signal }));
  return (
    <section className="card account-keys" aria-labelledby="account-keys">
      <h2 id="account-keys">API keys</h2>
      <p className="dim">
        For programs: a key lasts until it is revoked or ends, and works wherever a token does (
        <code>authorization: Bearer …</code>). It may do what you may do, so give each program its
        own. Making or revoking one asks for your password again.
      </p>
      <NewKeyForm
        onMade={(key) => {
          setMade(key);
          setChanges(changes + 1);
        }}
      />
      {made && <NewKey key={made.key} made={made} onDone={() => setMade(undefined)} />}
      {keys.error && <Problem error={keys.error} onRetry={keys.retry} />}
      {keys.data && <KeyTable keys={keys.data} plan={plan} onRevoke={setRevoking} />}
      {revoking !== undefined && (
        <RevokeDialog
          name={revoking}
          onClose={(isRevoked) => {
            setRevoking(undefined);
            if (!isRevoked) return;
            if (made?.name === revoking) setMade(undefined);
            setChanges(changes + 1);
          }}
        />
      )}
    </section>
  );
}

interface KeyTableProps {
  readonly keys: readonly KeyEntry[];
  readonly plan: Plan | undefined;
  readonly onRevoke: (name: string) => void;
}

function KeyTable({ keys, plan, onRevoke }: KeyTableProps) {
  const zone = marketZoneOf(useAbout());
  if (keys.length === 0) return <p className="dim">You have no keys.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className="account-scroll" tabIndex={0} aria-label="Your keys">
      <table className="account-table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">May</th>
            <th scope="col">Made</th>
            <th scope="col">Last used</th>
            <th scope="col">Ends</th>
            <th>
              <span className="hidden-text">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ name, created, lastUsed, expires, role, series }) => (
            <tr key={name}>
              <td>
                {name}
                {role !== 'reader' && <span className="dim"> ({role} key)</span>}
              </td>
              <td>
                <Rights plan={plan} role={role} only={series} />
              </td>
              <td>{formatMoment(Date.parse(created), zone)}</td>
              <td>{lastUsed === null ? 'never' : formatMoment(Date.parse(lastUsed), zone)}</td>
              <td>{expires === null ? 'never' : formatMoment(Date.parse(expires), zone)}</td>
              <td>
                {role === 'reader' && (
                  <button
                    type="button"
                    className="button"
                    aria-label={`Revoke ${name}`}
                    onClick={() => onRevoke(name)}
                  >
                    Revoke
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const ALSO: Readonly<Record<string, string>> = {
  reader: '',
  writer: ', and write your series',
  auditor: ', and read what operators read',
  operator: ', and use the operator interface',
};

interface RightsProps {
  readonly plan: Plan | undefined;
  readonly role: string;
  /** The only series that the key is for; null: all of the plan. */
  readonly only: readonly string[] | null;
}

/** What a key may do now: what the plan and the key's own patterns grant, and what its role opens. */
function Rights({ plan, role, only }: RightsProps) {
  if (!plan) return '…';
  const patterns = plan.series.includes('*') ? only : plan.series;
  const narrower = patterns === only ? null : only;
  if (patterns === null) return <>read every series{ALSO[role]}</>;
  return (
    <>
      read what matches <code>{patterns.join(', ')}</code>
      {narrower && (
        <>
          {' '}
          and <code>{narrower.join(', ')}</code>
        </>
      )}
      {ALSO[role]}
    </>
  );
}
