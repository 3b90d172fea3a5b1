// One match in a series picker.

import type { SeriesEntry } from '#explorer/find/search/series-entry.ts';
import { LockIcon } from '#explorer/parts/lock-icon.tsx';

interface PickerOptionProps {
  readonly id: string;
  readonly entry: SeriesEntry;
  readonly isActive: boolean;
  readonly onPick: () => void;
}

export function PickerOption({ id, entry, isActive, onPick }: PickerOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the text field, which names the active row
    // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus, as the pattern asks
    <div
      id={id}
      className="picker-option"
      role="option"
      aria-selected={isActive}
      aria-disabled={!entry.isSubscribed}
      onClick={onPick}
    >
      <span className="mono">{entry.code}</span>{' '}
      <span className="picker-description">{entry.description}</span>{' '}
      <span className="picker-measure">
        {entry.isSubscribed ? (
          `${entry.unit} · ${entry.resolution}`
        ) : (
          <>
            <LockIcon className="picker-lock" /> outside your plan: ask the operator
          </>
        )}
      </span>
    </div>
  );
}
