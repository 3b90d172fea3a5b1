// Making an API key: the form that names it, then its secret, shown once.

import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#client/api-error';
import { LastDayField } from '#explorer/pages/account/last-day-field.tsx';
import { ownAccount } from '#explorer/pages/account/own-account.ts';
import { usePasswordAction } from '#explorer/pages/account/use-password-action.tsx';
import { CopyButton } from '#explorer/parts/copy/copy-button.tsx';
import { Problem } from '#explorer/parts/problem.tsx';

export interface MadeKey {
  readonly name: string;
  readonly key: string;
}

/** Whether a refusal is about the name: one that names no field says that the name is taken. */
const isOfName = ({ status, fields }: ApiError): boolean =>
  [400, 409].includes(status) && (fields[0]?.field ?? 'name') === 'name';

export function NewKeyForm({ onMade }: { readonly onMade: (made: MadeKey) => void }) {
  const [name, setName] = useState('');
  const [lastDay, setLastDay] = useState('');
  const [patterns, setPatterns] = useState('');
  const series = patterns.split(/[\s,]+/).filter((pattern) => pattern !== '');
  const { field, error, isBusy, run, onSubmit } = usePasswordAction(
    (password) => ownAccount.addKey(name.trim(), password, lastDay, series),
    (made) => {
      setName('');
      setLastDay('');
      setPatterns('');
      onMade(made);
    },
  );
  const nameFault = error instanceof ApiError && isOfName(error) ? error : undefined;
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
      <div className="field">
        <label htmlFor="account-key-series">Only these series</label>
        <input
          id="account-key-series"
          autoComplete="off"
          spellCheck={false}
          placeholder="de*, *hrprice"
          value={patterns}
          onChange={(event) => setPatterns(event.target.value)}
        />
        <p className="note">Nothing: all of your plan.</p>
      </div>
      <LastDayField value={lastDay} onChange={setLastDay} />
      {field}
      <button type="submit" className="button" disabled={isBusy}>
        Make key
      </button>
      {error && !nameFault && <Problem error={error} onRetry={run} />}
    </form>
  );
}

export function NewKey({ made, onDone }: { readonly made: MadeKey; readonly onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.select();
  }, []);
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
