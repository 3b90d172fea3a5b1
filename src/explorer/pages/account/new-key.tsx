// Making an API key: the form that names it, then its secret, shown once.

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '#client/api-error';
import { passwordFaultOf } from '#explorer/pages/account/password-fault.ts';
import { PasswordField } from '#explorer/pages/account/password-field.tsx';
import { CopyButton } from '#explorer/parts/copy-button.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { client, dropRefusedSession } from '#explorer/state/session.ts';

export interface MadeKey {
  readonly name: string;
  readonly key: string;
}

export function NewKeyForm({ onMade }: { readonly onMade: (made: MadeKey) => void }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const make = (): void => {
    setBusy(true);
    setError(undefined);
    client.addKey(name.trim(), password).then(
      (made) => {
        setBusy(false);
        setName('');
        setPassword('');
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
  const passwordFault = passwordFaultOf(error);
  const nameFault =
    error instanceof ApiError && [400, 409].includes(error.status) && !passwordFault
      ? error
      : undefined;
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
      <PasswordField
        label="Your password"
        value={password}
        isRefused={passwordFault !== undefined}
        fault={passwordFault}
        onChange={setPassword}
      />
      <button type="submit" className="button" disabled={isBusy}>
        Make key
      </button>
      {error && !nameFault && !passwordFault && <Problem error={error} onRetry={make} />}
    </form>
  );
}

export function NewKey({ made, onDone }: { readonly made: MadeKey; readonly onDone: () => void }) {
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
