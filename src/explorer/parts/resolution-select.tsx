// Resolution in two groups: resampling to a calendar interval, and extracting a block of hours a day.

import type { AboutAnswer } from '#contract/about';
import { type Resolution, resolutionOf } from '#core/time/resolution';
import { SelectField } from '#explorer/parts/fields/select-field.tsx';
import { resolutionText } from '#explorer/series/resolution-text.ts';
import { RESAMPLE_OPTIONS, readResolution } from '#view/address/resolution-options';
import { clockText } from '#view/values/block-text';

interface ResolutionSelectProps {
  readonly value: string;
  readonly blocks: AboutAnswer['blocks'];
  /** The series' native resolution; undefined if not known, or for several series. */
  readonly native?: Resolution | undefined;
  readonly note?: string;
  /** The fault that the server found. */
  readonly fault?: string | undefined;
  readonly onChoose: (resolution: string) => void;
}

export function ResolutionSelect(props: ResolutionSelectProps) {
  const { value, blocks, native, note = '', fault, onChoose } = props;
  const chosen = readResolution(value);
  const isKnown =
    RESAMPLE_OPTIONS.some((option) => option.value === chosen) ||
    blocks.some((block) => block.name === chosen);
  const isTooCoarse = native !== undefined && native.rank > resolutionOf('hour').rank;
  return (
    <SelectField label="Resolution" value={chosen} note={note} fault={fault} onChoose={onChoose}>
      {!isKnown && <option value={chosen}>{chosen} (unknown)</option>}
      <optgroup label="Resample">
        {RESAMPLE_OPTIONS.map((option) => (
          <option
            key={option.value}
            value={option.value}
            disabled={native !== undefined && option.rank < native.rank}
            // The native resolution is in the list already, by that name.
            hidden={option.value === native?.name && option.value !== chosen}
          >
            {option.value === 'native' && native
              ? `native (${resolutionText(native)})`
              : option.value}
          </option>
        ))}
      </optgroup>
      <optgroup label={isTooCoarse ? 'Extract: needs hourly values' : 'Extract, one value a day'}>
        {blocks.map(({ name, meaning, hours }) => (
          <option key={name} value={name} title={meaning} disabled={isTooCoarse}>
            {name} ({clockText(hours)})
          </option>
        ))}
      </optgroup>
    </SelectField>
  );
}
