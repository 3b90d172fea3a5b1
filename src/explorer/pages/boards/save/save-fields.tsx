// The fields of a panel that is saved: its board, its title, and what of the view it shows.

import { useEffect, useId, useRef } from 'react';
import type { BoardEntry, PanelShape } from '#contract/boards';
import { LONGEST_NAME } from '#explorer/pages/boards/parts/copy-board.ts';
import { ChoiceField } from '#explorer/parts/choices.tsx';

export interface Choice extends Pick<PanelShape, 'title' | 'part'> {
  /** The id of a board; empty is a new one, and undefined the first. */
  readonly board: string | undefined;
  /** The name of a new board. */
  readonly name: string;
}

interface SaveFieldsProps {
  readonly boards: readonly BoardEntry[];
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

const PARTS = [
  { value: 'view', title: 'The view', hint: 'The chart, table or heatmap' },
  { value: 'figures', title: 'Only its figures', hint: 'Last, mean, min and max, large' },
] as const;

export function SaveFields({ boards, choice, onChange }: SaveFieldsProps) {
  const id = useId();
  const first = useRef<HTMLSelectElement & HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const change = (part: Partial<Choice>): void => onChange({ ...choice, ...part });
  return (
    <>
      {boards.length > 0 && (
        <div className="field">
          <label htmlFor={`${id}-board`}>Board</label>
          <select
            ref={first}
            id={`${id}-board`}
            value={choice.board}
            onChange={({ target }) => change({ board: target.value })}
          >
            {boards.map((board) => (
              <option key={board.id} value={board.id}>
                {board.name}
              </option>
            ))}
            <option value="">New board…</option>
          </select>
        </div>
      )}
      {choice.board === '' && (
        <NameField name={choice.name} onChange={(name) => change({ name })} />
      )}
      <div className="field">
        <label htmlFor={`${id}-title`}>Title of the panel</label>
        <input
          ref={boards.length === 0 ? first : undefined}
          id={`${id}-title`}
          maxLength={120}
          autoComplete="off"
          value={choice.title}
          onChange={({ target }) => change({ title: target.value })}
        />
      </div>
      <ChoiceField
        label="Show"
        options={PARTS}
        value={choice.part}
        onChoose={(part) => change({ part })}
      />
      <p className="small dim">
        Dates such as <code>today-14</code> move with time; a zoom and fixed dates stay as they are.
      </p>
    </>
  );
}

interface NameFieldProps {
  readonly name: string;
  readonly onChange: (name: string) => void;
}

function NameField({ name, onChange }: NameFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Name of the new board</label>
      <input
        id={id}
        required
        maxLength={LONGEST_NAME}
        autoComplete="off"
        value={name}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
