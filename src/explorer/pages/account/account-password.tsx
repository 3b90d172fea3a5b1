// Changing the own password: the old one is asked for again, and the user says which API keys end with it.

import { useId, useState } from 'react';
import { ApiError } from '#client/api-error';
import type { PasswordChanged } from '#contract/account';
import { PasswordField } from '#explorer/pages/account/password-field.tsx';
import { usePasswordAction } from '#explorer/pages/account/use-password-action.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { client, useSession } from '#explorer/state/session.ts';

const KEY_CHOICES = [
  ['since', 'End the keys made since the old password was set'],
  ['all', 'End all my keys'],
  ['none', 'Keep all my keys'],
] as const;

export function AccountPassword({ onChanged }: { readonly onChanged: () => void }) {
  const id = useId();
  const session = useSession();
  const [newPassword, setNewPassword] = useState('');
  const [endKeys, setEndKeys] = useState('since');
  const [done, setDone] = useState<PasswordChanged>();
  const { field, error, isBusy, run, onSubmit } = usePasswordAction(
    (password) => {
      setDone(undefined);
      const keep = session?.isKept ?? false;
      return client.changePassword({ password, newPassword, endKeys, keep });
    },
    (changed) => {
      setNewPassword('');
      setDone(changed);
      onChanged();
    },
    'Current password',
  );
  const newFault = newPasswordFaultOf(error);
  return (
    <section className="card account-keys" aria-labelledby="account-password">
      <h2 id="account-password">Password</h2>
      <p className="dim">
        A new password ends your other sessions and all tokens. This browser stays signed in.
      </p>
      <form className="account-password" onSubmit={onSubmit}>
        {field}
        <PasswordField
          label="New password"
          isNew
          value={newPassword}
          isRefused={newFault !== undefined}
          fault={newFault}
          onChange={setNewPassword}
        />
        <div className="field">
          <label htmlFor={id}>API keys</label>
          <select id={id} value={endKeys} onChange={(event) => setEndKeys(event.target.value)}>
            {KEY_CHOICES.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className="button" disabled={isBusy}>
          Change password
        </button>
      </form>
      {error && newFault === undefined && <Problem error={error} onRetry={run} />}
      <p role="status">{done && tellDone(done)}</p>
    </section>
  );
}

const newPasswordFaultOf = (error: Error | undefined): string | undefined =>
  error instanceof ApiError
    ? error.fields.find(({ field }) => field === 'newPassword')?.message
    : undefined;

function tellDone({ endedKeys }: PasswordChanged): string {
  const keys = endedKeys.map((name) => `“${name}”`).join(', ');
  const ended = endedKeys.length === 0 ? 'No key was ended.' : `Ended keys: ${keys}.`;
  return `Your password is changed. Other sessions and all tokens have ended. ${ended}`;
}
