// A labelled field whose text is read while it is typed: its meaning or its fault is shown beneath. Enter, or
// leaving the field, applies it; Escape takes it back.

import { type KeyboardEvent, useEffect, useId, useState } from 'react';

export interface TypedReading {
  readonly isValid: boolean;
  /** What the text means, or why it means nothing. */
  readonly note: string;
}

interface TypedFieldProps {
  readonly label: string;
  /** The applied text. */
  readonly value: string;
  readonly read: (text: string) => TypedReading;
  /** A fault of the applied text that the field alone cannot find. */
  readonly fault?: string | undefined;
  readonly placeholder: string;
  /** Characters in sight. */
  readonly size: number;
  /** The meaning, as a tooltip. */
  readonly hint?: string;
  readonly className?: string;
  readonly onApply: (text: string) => void;
}

export function TypedField(props: TypedFieldProps) {
  const { label, value, read, fault, placeholder, size, hint, onApply } = props;
  const id = useId();
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const { isValid, note } = read(draft);
  const shownFault = isValid ? (draft === value ? fault : undefined) : note;
  const apply = (): void => {
    if (isValid && draft.trim() !== value) onApply(draft.trim());
  };
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter') apply();
    else if (key === 'Escape') setDraft(value);
  };
  return (
    <div className={props.className ? `field ${props.className}` : 'field'}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="mono"
        size={size}
        value={draft}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={shownFault !== undefined}
        aria-describedby={`${id}-note`}
        title={hint}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={onKeyDown}
        onBlur={apply}
      />
      <p className={shownFault === undefined ? 'note' : 'note bad'} id={`${id}-note`} role="status">
        {shownFault ?? note}
      </p>
    </div>
  );
}
