// One match in a series picker.

import type { MetadataRecord } from '#contract/forecast';
import { shownResolution } from '#explorer/find/search/resolution-names.ts';
import { LockIcon } from '#explorer/parts/lock-icon.tsx';

interface PickerOptionProps {
  readonly id: string;
  readonly series: MetadataRecord;
  readonly isActive: boolean;
  readonly onPick: () => void;
}

export function PickerOption({ id, series, isActive, onPick }: PickerOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the text field, which names the active row
    // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus, as the pattern asks
    <div
      id={id}
      className="picker-option"
      role="option"
      aria-selected={isActive}
      aria-disabled={!series.subscribed}
      onClick={onPick}
    >
      <span className="mono">{series.seriesId}</span>{' '}
      <span className="picker-description">{series.description}</span>{' '}
      <span className="picker-measure">
        {series.subscribed ? (
          `${series.unit} · ${shownResolution(series.resolution)}`
        ) : (
          <>
            <LockIcon className="picker-lock" /> outside your plan: ask the operator
          </>
        )}
      </span>
    </div>
  );
}
