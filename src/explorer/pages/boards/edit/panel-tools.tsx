// What can be done to a panel of an edited board.

import { useId } from 'react';
import type { DraftPanel } from '#explorer/pages/boards/edit/board-draft.ts';
import type { Editing } from '#explorer/pages/boards/edit/use-editing.ts';
import { ChoiceField } from '#explorer/parts/choices.tsx';

interface PanelToolsProps {
  readonly panel: DraftPanel;
  /** The title that is shown. */
  readonly title: string;
  readonly editing: Editing;
}

const PARTS = [
  { value: 'view', title: 'View', hint: 'The chart, table or heatmap' },
  { value: 'figures', title: 'Figures', hint: 'Only the figures, large' },
] as const;

const WIDTHS = [
  { value: 'half', title: 'Half', hint: 'One column' },
  { value: 'full', title: 'Full', hint: 'The whole width' },
] as const;

export function PanelTools({ panel, title, editing }: PanelToolsProps) {
  const id = useId();
  const { key } = panel;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own
    <div className="panel-tools" role="group" aria-label={`Edit ${title}`}>
      <div className="field panel-title-field">
        <label htmlFor={id}>Title</label>
        <input
          key={panel.title}
          id={id}
          maxLength={120}
          autoComplete="off"
          placeholder={title}
          defaultValue={panel.title}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
          onBlur={({ target }) => {
            const typed = target.value.trim();
            if (typed !== panel.title) editing.changePanel(key, { title: typed }, 'Title changed');
          }}
        />
      </div>
      <ChoiceField
        label="Show"
        options={PARTS}
        value={panel.part}
        onChoose={(part) => editing.changePanel(key, { part }, `Shows its ${part}`)}
      />
      <ChoiceField
        label="Width"
        options={WIDTHS}
        value={panel.width}
        onChoose={(width) => editing.changePanel(key, { width }, `${width} width`)}
      />
      <PanelMoves panel={panel} title={title} editing={editing} />
    </div>
  );
}

function PanelMoves({ panel: { key }, title, editing }: PanelToolsProps) {
  const { panels } = editing.draft;
  const isFirst = panels[0]?.key === key;
  const isLast = panels.at(-1)?.key === key;
  return (
    <div className="panel-moves">
      <button
        type="button"
        className="button"
        aria-disabled={isFirst}
        aria-label={`Move ${title} earlier`}
        onClick={() => editing.move(key, -1)}
      >
        ↑ Earlier
      </button>
      <button
        type="button"
        className="button"
        aria-disabled={isLast}
        aria-label={`Move ${title} later`}
        onClick={() => editing.move(key, 1)}
      >
        ↓ Later
      </button>
      <button
        type="button"
        className="button board-danger"
        aria-label={`Remove ${title}`}
        onClick={() => editing.remove(key, title)}
      >
        Remove
      </button>
    </div>
  );
}
