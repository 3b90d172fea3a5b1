// A labelled field of one line in an operator's form.

import { useId } from 'react';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly isNumber?: boolean;
  readonly onChange: (value: string) => void;
}

export function TextField({ label, value, isNumber = false, onChange }: TextFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={value}
        inputMode={isNumber ? 'numeric' : 'text'}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
