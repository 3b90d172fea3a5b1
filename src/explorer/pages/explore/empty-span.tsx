// A span without a value: the reason, and a jump to the values.

import type { MetadataRecord, SeriesColumns } from '#contract/forecast';
import type { Zone } from '#core/time/zone';
import { PRESETS } from '#explorer/series/presets.ts';
import { useViewScope } from '#explorer/state/view-scope.ts';
import type { ExploreView } from '#view/address/explore-address';
import { nativeOfRecord, newestRange, readInstant, spanOfAnswer } from '#view/values/series-facts';
import { formatDay } from '#view/values/time-text';
import { formatCount } from '#view/values/value-text';
import '#explorer/pages/explore/no-values.css';

interface EmptySpanProps {
  readonly view: ExploreView;
  readonly answer: SeriesColumns;
  readonly record: MetadataRecord | undefined;
  readonly zone: Zone;
}

export function EmptySpan({ view, answer, record, zone }: EmptySpanProps) {
  const { show } = useViewScope();
  const native = record && nativeOfRecord(record);
  const isWithoutValues = record !== undefined && record.startDate === null;
  const all = PRESETS.find(({ name }) => name === 'All')!;
  return (
    <div className="explore-empty">
      <p>
        <strong>
          {isWithoutValues ? 'This series has no values yet.' : 'No value in this span.'}
        </strong>{' '}
        {!isWithoutValues && reasonText(answer, record, zone, view.asOf)}
      </p>
      {native && !isWithoutValues && (
        <p className="explore-ways">
          <button
            type="button"
            className="button primary"
            onClick={() => show({ ...view, ...newestRange(native) })}
          >
            Go to the newest values
          </button>
          <button
            type="button"
            className="button"
            onClick={() => show({ ...view, from: all.from, to: all.to })}
          >
            Show all
          </button>
        </p>
      )}
    </div>
  );
}

function reasonText(
  answer: SeriesColumns,
  record: MetadataRecord | undefined,
  zone: Zone,
  asOf: string | undefined,
): string {
  const gaps = answer.values.length;
  if (gaps > 0) return `All ${formatCount(gaps)} values are gaps.`;
  if (!record?.startDate || !record.endDate) return '';
  const [first, last] = [readInstant(record.startDate), readInstant(record.endDate)];
  const [firstDay, lastDay] = [first, last].map((instant) => formatDay(zone.dayOf(instant)));
  const span = spanOfAnswer(answer);
  if (span && span.last < first) return `The series begins later, on ${firstDay}.`;
  if (span && span.first > last) return `The series ends before it, on ${lastDay}.`;
  // The record is that of now.
  if (asOf) return 'No value of it was known then.';
  return `The span falls between two of the series’ values, which run from ${firstDay} to ${lastDay}.`;
}
