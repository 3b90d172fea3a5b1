// A choice of one line of the comparison.

import { useId } from 'react';
import type { ShownLine } from '#view/compare/shown-line';

interface LineSelectProps {
  readonly label: string;
  readonly lines: readonly ShownLine[];
  readonly value: string;
  readonly onChoose: (name: string) => void;
}

export function LineSelect({ label, lines, value, onChoose }: LineSelectProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.target.value)}>
        {lines.map(({ name, label: text, style }) => (
          <option key={style} value={name}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
