// A field for From or To: a keyword or a date. Its meaning or its fault is shown beneath during typing.
// Enter, or leaving the field, applies it.

import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { type MomentContext, type MomentEdge, readMoment } from '#explorer/series/read-moment.ts';
import '#explorer/parts/dates/moment-field.css';

interface MomentFieldProps {
  readonly edge: MomentEdge;
  /** The applied text. */
  readonly value: string;
  readonly context: MomentContext;
  /** A fault of the applied text that the field alone cannot find. */
  readonly fault?: string | undefined;
  readonly onApply: (text: string) => void;
}

const LABELS: Record<MomentEdge, string> = { from: 'From', to: 'To' };
const PLACEHOLDERS: Record<MomentEdge, string> = { from: 'first', to: 'newest' };

export function MomentField({ edge, value, context, fault, onApply }: MomentFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);

  const reading = readMoment(draft, edge, context);
  const shownFault = reading.isValid ? (draft === value ? fault : undefined) : reading.note;
  const apply = (): void => {
    if (reading.isValid && draft.trim() !== value) onApply(draft.trim());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') apply();
    else if (event.key === 'Escape' && draft !== value) {
      event.preventDefault();
      setDraft(value);
    }
  };
  return (
    <div className="field moment-field">
      <label htmlFor={id}>{LABELS[edge]}</label>
      <input
        id={id}
        className="mono"
        value={draft}
        placeholder={PLACEHOLDERS[edge]}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={shownFault !== undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={apply}
      />
      <p className={shownFault === undefined ? 'note' : 'note bad'} id={`${id}-note`} role="status">
        {shownFault ?? reading.note}
      </p>
    </div>
  );
}
