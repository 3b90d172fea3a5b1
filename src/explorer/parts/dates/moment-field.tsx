// A field for From or To: a keyword or a date. Its meaning or its fault is shown beneath during typing.
// Enter, or leaving the field, applies it. The focus opens what may be chosen; ArrowDown goes into it.

import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { MomentSuggestions } from '#explorer/parts/dates/moment-suggestions.tsx';
import { useOpening } from '#explorer/parts/dates/use-opening.ts';
import { usePopover } from '#explorer/parts/dates/use-popover.ts';
import { type MomentContext, type MomentEdge, readMoment } from '#explorer/series/read-moment.ts';
import type { Ends } from '#explorer/series/step-range.ts';
import '#explorer/parts/dates/moment-field.css';

interface MomentFieldProps {
  readonly edge: MomentEdge;
  /** The applied texts. */
  readonly range: Ends;
  readonly context: MomentContext;
  /** A fault of the applied text that the field alone cannot find. */
  readonly fault?: string | undefined;
  readonly onApply: (text: string) => void;
  readonly onRange: (range: Ends) => void;
}

const LABELS: Record<MomentEdge, string> = { from: 'From', to: 'To' };
const PLACEHOLDERS: Record<MomentEdge, string> = { from: 'first', to: 'newest' };

export function MomentField({ edge, range, context, fault, onApply, onRange }: MomentFieldProps) {
  const id = useId();
  const value = range[edge];
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(value);
  const opening = useOpening(input);
  const Popover = usePopover(opening.isOpen);
  useEffect(() => setDraft(value), [value]);

  const reading = readMoment(draft, edge, context);
  const shownFault = reading.isValid ? (draft === value ? fault : undefined) : reading.note;
  const apply = (): void => {
    if (reading.isValid && draft.trim() !== value) onApply(draft.trim());
  };
  const pick = (choose: () => void): void => {
    setDraft(value);
    opening.close();
    choose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      apply();
      opening.close();
    } else if (event.key === 'Escape') {
      if (draft !== value || opening.isOpen) event.preventDefault();
      setDraft(value);
      opening.close();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      opening.enter();
    } else if (event.key === 'Tab') opening.close();
  };
  const onBlur = (event: FocusEvent): void => {
    // A tap on a sheet that hits no button leaves nothing focused.
    const isWithin = event.currentTarget.contains(event.relatedTarget);
    if (isWithin || (opening.isOpen && opening.isSheet)) return;
    opening.leave();
    apply();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus of the field within is watched
    <div className="field moment-field" onBlur={onBlur}>
      <label htmlFor={id}>{LABELS[edge]}</label>
      <input
        id={id}
        ref={input}
        className="mono"
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={opening.isOpen && Popover !== undefined}
        aria-controls={`${id}-choices`}
        value={draft}
        placeholder={PLACEHOLDERS[edge]}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={shownFault !== undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          setDraft(event.target.value);
          opening.open();
        }}
        onKeyDown={onKeyDown}
        onFocus={opening.onFocus}
        onClick={opening.open}
      />
      <p className={shownFault === undefined ? 'note' : 'note bad'} id={`${id}-note`} role="status">
        {shownFault ?? reading.note}
      </p>
      {shownFault !== undefined && (
        <MomentSuggestions fault={shownFault} onPick={(text) => pick(() => onApply(text))} />
      )}
      {opening.isOpen && Popover && (
        <Popover
          id={`${id}-choices`}
          edge={edge}
          range={range}
          draft={draft}
          context={context}
          focusCount={opening.focusCount}
          isSheet={opening.isSheet}
          onType={setDraft}
          onPick={(text) => pick(() => text !== value && onApply(text))}
          onRange={(next) => pick(() => onRange(next))}
          onClose={opening.close}
        />
      )}
    </div>
  );
}
