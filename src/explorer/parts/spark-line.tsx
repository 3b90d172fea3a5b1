// The recent values of a series as a small line, with the last value in words.

import type { SeriesColumns } from '#contract/forecast';
import type { Resolution } from '#core/time/resolution';
import { sparkPath } from '#explorer/parts/spark-path.ts';
import { observedUntilOf } from '#explorer/series/periods.ts';
import { usualSpan } from '#explorer/series/usual-span.ts';
import { formatValue } from '#explorer/series/value-text.ts';
import { client } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import '#explorer/parts/spark-line.css';

interface SparkLineProps {
  readonly seriesId: string;
  readonly native: Resolution;
}

const [WIDTH, HEIGHT] = [160, 32];

export function SparkLine({ seriesId, native }: SparkLineProps) {
  const { from, to } = usualSpan(native);
  // A line that cannot be read is left out: the page of the series says why.
  const { data } = useRequest(seriesId, (signal) =>
    client.columns(seriesId, { from, to, kinds: 'true' }, { signal }),
  );
  const isCurrent = data?.seriesId === seriesId;
  const values = isCurrent ? data.values : [];
  const last = isCurrent ? lastObserved(data) : undefined;
  return (
    <span className="spark-line">
      <svg viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={sparkPath(values, WIDTH, HEIGHT)} vectorEffect="non-scaling-stroke" />
      </svg>
      <span className="figure">{last !== undefined && `${formatValue(last)} ${data!.unit}`}</span>
    </span>
  );
}

/** The last observed value, or the last forecast if none is observed. */
function lastObserved(answer: SeriesColumns): number | undefined {
  const until = observedUntilOf(answer) ?? Number.POSITIVE_INFINITY;
  const { times, values } = answer;
  const at = values.findLastIndex((value, i) => value !== null && times[i]! <= until);
  return (at >= 0 ? values[at] : values.findLast((value) => value !== null)) ?? undefined;
}
