// The head of a board while it is edited: its name, who sees it, undo, cancel and save.

import { useId } from 'react';
import type { Editing } from '#explorer/pages/boards/edit/use-editing.ts';
import { Problem } from '#explorer/parts/problem.tsx';

interface EditHeadProps {
  readonly editing: Editing;
  readonly onCancel: () => void;
}

export function EditHead({ editing, onCancel }: EditHeadProps) {
  const id = useId();
  const { draft, change } = editing;
  const isNamed = draft.name.trim() !== '';
  return (
    <header className="card board-head">
      <h1 className="hidden-text">Edit {draft.name}</h1>
      <div className="field board-name">
        <label htmlFor={id}>Name</label>
        <NameField
          key={draft.name}
          id={id}
          name={draft.name}
          onName={(name) => change({ ...draft, name }, `Named ${name}`)}
        />
      </div>
      <label className="board-check">
        <input
          type="checkbox"
          checked={draft.shared}
          onChange={({ target }) =>
            change(
              { ...draft, shared: target.checked },
              target.checked ? 'Shared with your plan' : 'For you alone',
            )
          }
        />
        Share with my plan
      </label>
      <div className="board-actions">
        <button
          type="button"
          className="button"
          aria-disabled={!editing.canUndo}
          onClick={() => editing.canUndo && editing.undo()}
        >
          Undo
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
        <button
          type="button"
          className="button primary"
          disabled={editing.isSaving || !isNamed}
          onClick={() => void editing.save()}
        >
          Save
        </button>
      </div>
      <p className="board-hint small dim">
        Focus a panel and press <kbd>Alt ↑</kbd> or <kbd>Alt ↓</kbd> to move it.
      </p>
      {editing.error && !editing.isConflict && (
        <Problem error={editing.error} onRetry={() => void editing.save()} />
      )}
    </header>
  );
}

interface NameFieldProps {
  readonly id: string;
  readonly name: string;
  readonly onName: (name: string) => void;
}

/** A name counts when the field is left or Enter is pressed: undo takes it back whole. */
const NameField = ({ id, name, onName }: NameFieldProps) => (
  <input
    id={id}
    required
    maxLength={80}
    autoComplete="off"
    defaultValue={name}
    onKeyDown={({ key, currentTarget }) => {
      if (key === 'Enter') currentTarget.blur();
    }}
    onBlur={({ target }) => {
      const typed = target.value.trim();
      if (typed === '') target.value = name;
      else if (typed !== name) onName(typed);
    }}
  />
);
