// A choice of one line of the comparison.

import { SelectField } from '#explorer/parts/fields/select-field.tsx';
import type { ShownLine } from '#view/compare/shown-line';

interface LineSelectProps {
  readonly label: string;
  readonly lines: readonly ShownLine[];
  readonly value: string;
  readonly onChoose: (name: string) => void;
}

export const LineSelect = ({ label, lines, value, onChoose }: LineSelectProps) => (
  <SelectField
    label={label}
    value={value}
    options={lines.map(({ name, label: title }) => ({ value: name, title }))}
    onChoose={onChoose}
  />
);
