// A field for From or To: a keyword or a date. What it comes to (or what is wrong) stands beneath
// while one types; Enter, or leaving the field, applies it.

import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { type MomentContext, type MomentEdge, readMoment } from '#explorer/series/read-moment.ts';
import '#explorer/parts/moment-field.css';

interface MomentFieldProps {
  readonly edge: MomentEdge;
  /** What is applied. */
  readonly value: string;
  readonly context: MomentContext;
  /** A fault of the applied value that the field itself cannot see. */
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
