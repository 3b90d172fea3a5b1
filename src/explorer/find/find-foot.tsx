// Beneath the matches: their number, also for screen readers, how much of the catalogue is loaded, and
// the keys.

import type { SeriesIndex } from '#explorer/find/search/series-index.ts';
import type { FoundSeries } from '#explorer/find/use-series-search.ts';
import { formatCount } from '#view/values/value-text';

interface FindFootProps {
  readonly found: FoundSeries;
  readonly index: SeriesIndex;
  /** The number of series that the server has. */
  readonly total: number;
  /** Why the last choice was refused; empty if it was not. */
  readonly refusal: string;
}

/** The number of matches, with the mended words if only those match. */
const countText = ({ entries, mended }: FoundSeries): string =>
  `${formatCount(entries.length)} series${mended === undefined ? '' : ` for “${mended}”`}`;

export function FindFoot({ found, index, total, refusal }: FindFootProps) {
  const isLoading = !index.isComplete && !index.error;
  return (
    <footer className="find-foot">
      <p className="figure">
        <span role="status">{refusal === '' ? countText(found) : refusal}</span>
        {isLoading && ` · ${formatCount(index.entries.length)} of ${formatCount(total)} loaded`}
      </p>
      {isLoading && (
        <progress
          className="find-progress"
          aria-label="Loading the list of series"
          max={Math.max(1, total)}
          value={index.entries.length}
        />
      )}
      <p id="find-hint" className="find-hint">
        Narrow with <code>area:DE</code> or <code>res:hour</code>
      </p>
      <p className="find-keys">
        <kbd>↑</kbd> <kbd>↓</kbd> move <kbd>Enter</kbd> open <kbd>Ctrl Enter</kbd> compare{' '}
        <kbd>Shift Enter</kbd> pin <kbd>Esc</kbd> close
      </p>
    </footer>
  );
}
