// A labelled list to choose one value from, with the fault of the chosen one beneath.

import { type ReactNode, useId } from 'react';

export interface SelectOption {
  readonly value: string;
  readonly title: string;
}

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options?: readonly SelectOption[];
  /** Options in groups, before the others. */
  readonly children?: ReactNode;
  /** The meaning, as a tooltip. */
  readonly hint?: string;
  readonly note?: string | undefined;
  /** The fault that the server found. */
  readonly fault?: string | undefined;
  readonly className?: string;
  readonly isDisabled?: boolean;
  readonly onChoose: (value: string) => void;
}

export function SelectField(props: SelectFieldProps) {
  const { label, value, options = [], hint, fault, note = fault, onChoose } = props;
  const id = useId();
  return (
    <div className={props.className ? `field ${props.className}` : 'field'}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        title={hint}
        disabled={props.isDisabled}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={({ target }) => onChoose(target.value)}
      >
        {props.children}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
      {note !== undefined && (
        <p className={fault === undefined ? 'note' : 'note bad'} id={`${id}-note`}>
          {fault ?? note}
        </p>
      )}
    </div>
  );
}

/** The options, and before them the value if they do not have it. */
export const withUnknown = (
  options: readonly SelectOption[],
  value: string,
): readonly SelectOption[] =>
  options.some((option) => option.value === value)
    ? options
    : [{ value, title: `${value} (unknown)` }, ...options];
