// A dialog that changes users, plans or keys: its fields, and the operator's own password again.

import type { ReactNode } from 'react';
import { usePasswordAction } from '#explorer/pages/account/use-password-action.tsx';
import { RefusedWrite } from '#explorer/pages/operator/parts/refused-write.tsx';
import { useModal } from '#explorer/parts/use-modal.ts';

interface AccountDialogProps {
  readonly title: string;
  /** What the button that makes the change says. */
  readonly action: string;
  readonly act: (ownPassword: string) => Promise<void>;
  readonly children: ReactNode;
  readonly onClose: (isChanged: boolean) => void;
}

export function AccountDialog({ title, action, act, children, onClose }: AccountDialogProps) {
  const dialog = useModal();
  const change = usePasswordAction(act, () => onClose(true), 'Your own password', 'ownPassword');
  return (
    <dialog
      ref={dialog}
      className="card operator-dialog"
      aria-labelledby="operator-account"
      onClose={() => onClose(false)}
    >
      <form className="operator-form" onSubmit={change.onSubmit}>
        <h2 id="operator-account">{title}</h2>
        {children}
        {change.field}
        <RefusedWrite error={change.error} />
        <div className="operator-actions">
          <button type="button" className="button" onClick={() => onClose(false)}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={change.isBusy}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  );
}
