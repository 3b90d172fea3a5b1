// The user's own API keys: the list, making one (its secret is shown once), revoking one.

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '#client/api-error';
import type { KeySummary } from '#client/gridtide-client';
import { CopyButton } from '#explorer/parts/copy-button.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { formatMoment } from '#explorer/series/time-text.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { client, dropRefusedSession } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';

interface MadeKey {
  readonly name: string;
  readonly key: string;
}

export function AccountKeys() {
  const [changes, setChanges] = useState(0);
  const [made, setMade] = useState<MadeKey>();
  const [revoking, setRevoking] = useState<string>();
  const keys = useRequest(`keys ${changes}`, (signal) => client.keys({ signal }));
  return (
    <section className="card account-keys" aria-labelledby="account-keys">
      <h2 id="account-keys">API keys</h2>
      <p className="dim">
        For programs: a key lasts until it is revoked, and works wherever a token does (
        <code>authorization: Bearer …</code>). It may do what you may do, so give each program its
        own.
      </p>
      <NewKeyForm
        onMade={(key) => {
          setMade(key);
          setChanges(changes + 1);
        }}
      />
      {made && <NewKey key={made.key} made={made} onDone={() => setMade(undefined)} />}
      {keys.error && <Problem error={keys.error} onRetry={keys.retry} />}
      {keys.data && <KeyTable keys={keys.data} onRevoke={setRevoking} />}
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

function NewKeyForm({ onMade }: { readonly onMade: (made: MadeKey) => void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const make = (): void => {
    setBusy(true);
    setError(undefined);
    client.addKey(name.trim()).then(
      (made) => {
        setBusy(false);
        setName('');
        onMade(made);
      },
      (fault: Error) => {
        setBusy(false);
        dropRefusedSession(fault);
        setError(fault);
      },
    );
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) make();
  };
  const nameFault =
    error instanceof ApiError && [400, 409].includes(error.status) ? error : undefined;
  return (
    <form className="account-make" onSubmit={onSubmit}>
      <div className="field">
        <label htmlFor="account-key-name">Name of a new key</label>
        <input
          id="account-key-name"
          required
          maxLength={64}
          autoComplete="off"
          placeholder="nightly report"
          aria-invalid={nameFault !== undefined}
          aria-describedby="account-key-note"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <p id="account-key-note" className={nameFault ? 'note bad' : 'note'} aria-live="polite">
          {nameFault
            ? (nameFault.fields[0]?.message ?? nameFault.message)
            : 'Name the program that will use it.'}
        </p>
      </div>
      <button type="submit" className="button" disabled={isBusy}>
        Make key
      </button>
      {error && !nameFault && <Problem error={error} onRetry={make} />}
    </form>
  );
}

function NewKey({ made, onDone }: { readonly made: MadeKey; readonly onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <div className="notice warn account-new">
      <p role="status">
        <strong>Copy the key “{made.name}” now:</strong> it is not shown again, only its hash is
        kept.
      </p>
      <div className="account-secret">
        <input
          ref={field}
          className="mono"
          readOnly
          aria-label={`Key ${made.name}`}
          value={made.key}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton title="Copy key" text={() => made.key} />
        <button type="button" className="button" onClick={onDone}>
          Done
        </button>
      </div>
    </div>
  );
}

interface KeyTableProps {
  readonly keys: readonly KeySummary[];
  readonly onRevoke: (name: string) => void;
}

function KeyTable({ keys, onRevoke }: KeyTableProps) {
  const zone = marketZoneOf(useAbout());
  if (keys.length === 0) return <p className="dim">You have no keys.</p>;
  return (
    <table className="account-table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Made</th>
          <th>
            <span className="hidden-text">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map(({ name, created }) => (
          <tr key={name}>
            <td>{name}</td>
            <td>{formatMoment(Date.parse(created), zone)}</td>
            <td>
              <button
                type="button"
                className="button"
                aria-label={`Revoke ${name}`}
                onClick={() => onRevoke(name)}
              >
                Revoke
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface RevokeDialogProps {
  readonly name: string;
  readonly onClose: (isRevoked: boolean) => void;
}

function RevokeDialog({ name, onClose }: RevokeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<Error>();
  useEffect(() => {
    if (!dialog.current!.open) dialog.current!.showModal();
  }, []);
  const revoke = (): void => {
    setError(undefined);
    client.revokeKey(name).then(
      () => onClose(true),
      (fault: Error) => {
        dropRefusedSession(fault);
        setError(fault);
      },
    );
  };
  return (
    <dialog
      ref={dialog}
      className="card account-dialog"
      aria-labelledby="revoke-title"
      onClose={() => onClose(false)}
    >
      <h2 id="revoke-title">Revoke the key “{name}”?</h2>
      <p>Programs that use it are refused from then on. This cannot be undone.</p>
      {error && <Problem error={error} onRetry={revoke} />}
      <div className="account-actions">
        <button type="button" className="button" onClick={() => onClose(false)}>
          Keep it
        </button>
        <button type="button" className="button account-danger" onClick={revoke}>
          Revoke
        </button>
      </div>
    </dialog>
  );
}
