// Asks for the password before an API key is revoked.

import { type FormEvent, useState } from 'react';
import { passwordFaultOf } from '#explorer/pages/account/password-fault.ts';
import { PasswordField } from '#explorer/pages/account/password-field.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { useModal } from '#explorer/parts/use-modal.ts';
import { client, dropRefusedSession } from '#explorer/state/session.ts';

interface RevokeDialogProps {
  readonly name: string;
  readonly onClose: (isRevoked: boolean) => void;
}

export function RevokeDialog({ name, onClose }: RevokeDialogProps) {
  const dialog = useModal();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<Error>();
  const revoke = (): void => {
    setError(undefined);
    client.revokeKey(name, password).then(
      () => onClose(true),
      (fault: Error) => {
        dropRefusedSession(fault);
        setError(fault);
      },
    );
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    revoke();
  };
  const passwordFault = passwordFaultOf(error);
  return (
    <dialog
      ref={dialog}
      className="card account-dialog"
      aria-labelledby="revoke-title"
      onClose={() => onClose(false)}
    >
      <form onSubmit={onSubmit}>
        <h2 id="revoke-title">Revoke the key “{name}”?</h2>
        <p>Programs that use it are refused from then on. This cannot be undone.</p>
        <PasswordField
          label="Your password"
          value={password}
          isRefused={passwordFault !== undefined}
          fault={passwordFault}
          onChange={setPassword}
        />
        {error && !passwordFault && <Problem error={error} onRetry={revoke} />}
        <div className="account-actions">
          <button type="button" className="button" onClick={() => onClose(false)}>
            Keep it
          </button>
          <button type="submit" className="button account-danger">
            Revoke
          </button>
        </div>
      </form>
    </dialog>
  );
}
