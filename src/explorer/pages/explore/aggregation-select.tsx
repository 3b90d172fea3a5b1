// How several values become one, beside the resolution that makes it necessary.

import { SelectField, withUnknown } from '#explorer/parts/fields/select-field.tsx';

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

export const AggregationSelect = ({ value = '', fault, onChoose }: AggregationSelectProps) => (
  <SelectField
    className="explore-narrow"
    label="Aggregation"
    value={value}
    options={withUnknown(OPTIONS, value)}
    hint="How the values of a period become one"
    fault={fault}
    onChoose={(aggregation) => onChoose(aggregation || undefined)}
  />
);
