// A field's choices in their frame: beneath the fields, or a sheet on a phone.

import type { KeyboardEvent } from 'react';
import { MomentChoices } from '#explorer/parts/dates/moment-choices.tsx';
import { MomentSuggestions } from '#explorer/parts/dates/moment-suggestions.tsx';
import { closeOnBackdrop, useModal } from '#explorer/parts/use-modal.ts';
import type { Ends } from '#explorer/series/step-range.ts';
import { type MomentContext, type MomentEdge, readMoment } from '#view/values/read-moment';

export interface MomentPopoverProps {
  readonly id: string;
  readonly edge: MomentEdge;
  readonly range: Ends;
  readonly draft: string;
  readonly context: MomentContext;
  readonly focusCount: number;
  readonly isSheet: boolean;
  readonly onType: (text: string) => void;
  readonly onPick: (text: string) => void;
  readonly onRange: (range: Ends) => void;
  readonly onClose: () => void;
}

const TITLES: Record<MomentEdge, string> = {
  from: 'The first day or time',
  to: 'The last day or time',
};

export function MomentPopover(props: MomentPopoverProps) {
  const { id, edge, isSheet, onClose } = props;
  if (isSheet) return <MomentSheet {...props} />;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  };
  return (
    <div
      id={id}
      className="moment-popover"
      role="dialog"
      aria-label={TITLES[edge]}
      // The field keeps the focus while the mouse chooses.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      <Choices {...props} />
    </div>
  );
}

function MomentSheet(props: MomentPopoverProps) {
  const { id, edge, range, draft, context, onType, onPick, onClose } = props;
  const dialog = useModal();
  const { isValid, note } = readMoment(draft, edge, context);
  const isNew = isValid && draft.trim() !== range[edge];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && isValid) onPick(draft.trim());
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={dialog}
      id={id}
      className="moment-sheet"
      aria-label={TITLES[edge]}
      onCancel={() => onType(range[edge])}
      onClose={() => (isNew ? onPick(draft.trim()) : onClose())}
      onClick={closeOnBackdrop}
    >
      <header className="moment-sheet-head">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Done
        </button>
        <input
          className="mono"
          aria-label="A date or a keyword"
          value={draft}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          aria-invalid={!isValid}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <p className={isValid ? 'small dim' : 'small moment-fault'} role="status">
          {note}
        </p>
        {!isValid && <MomentSuggestions fault={note} onPick={onPick} />}
      </header>
      <Choices {...props} />
    </dialog>
  );
}

function Choices({ edge, range, draft, context, focusCount, onPick, onRange }: MomentPopoverProps) {
  return (
    <MomentChoices
      edge={edge}
      range={range}
      typed={draft === range[edge] ? '' : draft}
      context={context}
      focusCount={focusCount}
      onPick={onPick}
      onRange={onRange}
    />
  );
}
