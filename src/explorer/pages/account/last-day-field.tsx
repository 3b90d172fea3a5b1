// The last day of a new key.

import { useId } from 'react';

interface LastDayFieldProps {
  /** `2026-12-31`, or nothing for a key that does not end. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

export function LastDayField({ value, onChange }: LastDayFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Last day, or nothing</label>
      <input id={id} type="date" value={value} onChange={({ target }) => onChange(target.value)} />
    </div>
  );
}
