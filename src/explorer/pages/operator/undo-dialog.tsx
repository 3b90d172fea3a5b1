// Taking a write back: what that would change, by a dry run, and the button that does it.

import type { EntryShape, Undone } from '#contract/operator-journal';
import { operator, useAction } from '#explorer/pages/operator/parts/operator-client.ts';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { useModal } from '#explorer/parts/use-modal.ts';
import { formatCount } from '#view/values/value-text';

interface UndoDialogProps {
  readonly entry: EntryShape;
  readonly onClose: (isUndone: boolean) => void;
}

export function UndoDialog({ entry, onClose }: UndoDialogProps) {
  const dialog = useModal();
  const trial = useOperatorRequest(`undo ${entry.id}`, (signal) =>
    operator.undo(entry.id, true, { signal }),
  );
  const action = useAction();
  const fault = action.error ?? trial.error;
  const undo = () =>
    action.run(
      () => operator.undo(entry.id, false),
      () => onClose(true),
    );
  return (
    <dialog
      ref={dialog}
      className="card operator-dialog"
      aria-labelledby="undo-title"
      onClose={() => onClose(false)}
    >
      <h2 id="undo-title">Undo entry {entry.id}?</h2>
      <p>
        {entry.kind}: {entry.name}, by {entry.actor}
      </p>
      {fault && <p className="notice bad">{fault.message}</p>}
      <p role="status">
        {trial.data ? textOf(trial.data) : !fault && 'Looking what would change…'}
      </p>
      <div className="operator-actions">
        <button type="button" className="button" onClick={() => onClose(false)}>
          Keep it
        </button>
        <button
          type="button"
          className="button primary"
          disabled={!trial.data || action.isBusy}
          onClick={undo}
        >
          Undo
        </button>
      </div>
    </dialog>
  );
}

function textOf({ points, runs, definitions, kept }: Undone): string {
  const parts = [
    `${formatCount(points)} points`,
    `${formatCount(runs)} runs`,
    `${formatCount(definitions)} definitions`,
  ];
  const stays = `${formatCount(kept)} stay, as they were changed again since`;
  return `${parts.join(', ')} become what they were before; ${stays}.`;
}
