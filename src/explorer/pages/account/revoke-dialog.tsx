// Asks for the password before an API key is revoked.

import { ownAccount } from '#explorer/pages/account/own-account.ts';
import { usePasswordAction } from '#explorer/pages/account/use-password-action.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { useModal } from '#explorer/parts/use-modal.ts';

interface RevokeDialogProps {
  readonly name: string;
  readonly onClose: (isRevoked: boolean) => void;
}

export function RevokeDialog({ name, onClose }: RevokeDialogProps) {
  const dialog = useModal();
  const { field, error, run, onSubmit } = usePasswordAction(
    (password) => ownAccount.revokeKey(name, password),
    () => onClose(true),
  );
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
        {field}
        {error && <Problem error={error} onRetry={run} />}
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
