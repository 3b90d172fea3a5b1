// Asks for the name of a board.

import { useId, useState } from 'react';
import { BoardDialog } from '#explorer/pages/boards/parts/board-dialog.tsx';
import { LONGEST_NAME } from '#explorer/pages/boards/parts/copy-board.ts';
import { Problem } from '#explorer/parts/problem.tsx';

interface NameDialogProps {
  readonly title: string;
  readonly button: string;
  readonly name: string;
  readonly onName: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

export function NameDialog({ title, button, name: given, onName, onClose }: NameDialogProps) {
  const id = useId();
  const [name, setName] = useState(given);
  const [state, setState] = useState<{ isBusy: boolean; error?: Error }>({ isBusy: false });
  const submit = (): void => {
    setState({ isBusy: true });
    onName(name.trim()).then(onClose, (error: Error) => setState({ isBusy: false, error }));
  };
  return (
    <BoardDialog
      title={title}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            className="button primary"
            disabled={state.isBusy || name.trim() === ''}
          >
            {button}
          </button>
        </>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="field">
        <label htmlFor={id}>Name</label>
        <input
          id={id}
          required
          maxLength={LONGEST_NAME}
          autoComplete="off"
          placeholder="Morning meeting"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      {state.error && <Problem error={state.error} onRetry={submit} />}
    </BoardDialog>
  );
}
