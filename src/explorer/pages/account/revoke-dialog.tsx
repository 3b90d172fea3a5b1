// Asks before an API key is revoked.

import { useState } from 'react';
import { Problem } from '#explorer/parts/problem.tsx';
import { useModal } from '#explorer/parts/use-modal.ts';
import { client, dropRefusedSession } from '#explorer/state/session.ts';

interface RevokeDialogProps {
  readonly name: string;
  readonly onClose: (isRevoked: boolean) => void;
}

export function RevokeDialog({ name, onClose }: RevokeDialogProps) {
  const dialog = useModal();
  const [error, setError] = useState<Error>();
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
