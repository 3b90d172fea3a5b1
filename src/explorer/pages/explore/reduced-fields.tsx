// How several values become one, and whether a period that lacks values counts: beside a resolution other than
// the series' own.

import type { Resolution } from '#core/time/resolution';
import { CompleteSwitch } from '#explorer/parts/complete-switch.tsx';
import { SelectField, withUnknown } from '#explorer/parts/fields/select-field.tsx';
import type { ExploreView } from '#view/address/explore-address';
import { RESAMPLE_OPTIONS, readResolution } from '#view/address/resolution-options';

interface ReducedFieldsProps {
  readonly view: ExploreView;
  readonly native: Resolution | undefined;
  /** What the server says against the aggregation. */
  readonly fault: string | undefined;
  readonly onChange: (part: Partial<ExploreView>) => void;
}

/** The mean is what an address without an aggregation shows. */
const OPTIONS = [
  { value: '', title: 'mean' },
  { value: 'sum', title: 'sum' },
  { value: 'min', title: 'min' },
  { value: 'max', title: 'max' },
  { value: 'count', title: 'count' },
];

export function ReducedFields({ view, native, fault, onChange }: ReducedFieldsProps) {
  const { resolution, aggregation = '', complete } = view;
  return (
    <>
      {isReducedBy(resolution, native) && (
        <SelectField
          className="explore-narrow"
          label="Aggregation"
          value={aggregation}
          options={withUnknown(OPTIONS, aggregation)}
          hint="How the values of a period become one"
          fault={fault}
          onChoose={(chosen) => onChange({ aggregation: chosen || undefined })}
        />
      )}
      <CompleteSwitch
        isOn={complete === true}
        onChoose={(chosen) => onChange({ complete: chosen })}
      />
    </>
  );
}

/** Whether several values become one: for a resolution that is coarser than the series' own, or a block. */
function isReducedBy(text: string, native: Resolution | undefined): boolean {
  const chosen = readResolution(text);
  const own = RESAMPLE_OPTIONS.find(({ value }) => value === chosen);
  if (chosen === 'native') return false;
  return !own || !native || own.rank > native.rank;
}
