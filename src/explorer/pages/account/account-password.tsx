// Changing the own password: the old one is asked for again, and the user says which API keys and links end
// with it.

import { useState } from 'react';
import type { PasswordChanged } from '#contract/account';
import { ownAccount } from '#explorer/pages/account/own-account.ts';
import { PasswordField } from '#explorer/pages/account/password-field.tsx';
import { usePasswordAction } from '#explorer/pages/account/use-password-action.tsx';
import { SelectField } from '#explorer/parts/fields/select-field.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { faultOfField } from '#explorer/series/field-fault.ts';
import { useSession } from '#explorer/state/session.ts';

const KEY_CHOICES = [
  { value: 'since', title: 'End those made since the old password was set' },
  { value: 'all', title: 'End all' },
  { value: 'none', title: 'Keep all' },
];

export function AccountPassword({ onChanged }: { readonly onChanged: () => void }) {
  const session = useSession();
  const [newPassword, setNewPassword] = useState('');
  const [endKeys, setEndKeys] = useState('since');
  const [done, setDone] = useState<PasswordChanged>();
  const { field, error, isBusy, run, onSubmit } = usePasswordAction(
    (password) => {
      setDone(undefined);
      const keep = session?.isKept ?? false;
      return ownAccount.changePassword({ password, newPassword, endKeys, keep });
    },
    (changed) => {
      setNewPassword('');
      setDone(changed);
      onChanged();
    },
    'Current password',
  );
  const newFault = faultOfField(error, 'newPassword');
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
        <SelectField
          label="API keys and links"
          value={endKeys}
          options={KEY_CHOICES}
          onChoose={setEndKeys}
        />
        <button type="submit" className="button" disabled={isBusy}>
          Change password
        </button>
      </form>
      {error && newFault === undefined && <Problem error={error} onRetry={run} />}
      <p role="status">{done && tellDone(done)}</p>
    </section>
  );
}

function tellDone({ endedKeys }: PasswordChanged): string {
  const keys = endedKeys.map((name) => `“${name}”`).join(', ');
  const ended = endedKeys.length === 0 ? 'No key was ended.' : `Ended keys: ${keys}.`;
  return `Your password is changed. Other sessions and all tokens have ended. ${ended}`;
}
