// How several values become one, beside the resolution that makes it necessary.

import { useId } from 'react';

interface AggregationSelectProps {
  /** Undefined is the mean. */
  readonly value: string | undefined;
  readonly fault: string | undefined;
  readonly onChoose: (aggregation: string | undefined) => void;
}

const OPTIONS = [
  { value: '', title: 'mean' },
  { value: 'sum', title: 'sum' },
  { value: 'min', title: 'min' },
  { value: 'max', title: 'max' },
  { value: 'count', title: 'count' },
];

export function AggregationSelect({ value = '', fault, onChoose }: AggregationSelectProps) {
  const id = useId();
  const isKnown = OPTIONS.some((option) => option.value === value);
  return (
    <div className="field explore-narrow">
      <label htmlFor={id}>Aggregation</label>
      <select
        id={id}
        value={value}
        title="How the values of a period become one"
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChoose(event.target.value || undefined)}
      >
        {!isKnown && <option value={value}>{value} (unknown)</option>}
        {OPTIONS.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
      <p className="note bad" id={`${id}-note`}>
        {fault}
      </p>
    </div>
  );
}
