// The recent values of a series as a small line, with the last value in words.

import type { SeriesColumns } from '#contract/forecast';
import { findResolution, type Resolution, resolutionOf } from '#core/time/resolution';
import { sparkPath } from '#explorer/parts/kept/spark-path.ts';
import { client } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import { usualSpan } from '#view/address/usual-span';
import { observedUntilOf } from '#view/values/periods';
import { formatValue } from '#view/values/value-text';
import '#explorer/parts/kept/spark-line.css';

interface SparkLineProps {
  readonly seriesId: string;
  /** The series' resolution; left out, the answer tells it. */
  readonly native?: Resolution;
}

const [WIDTH, HEIGHT] = [160, 32];

export function SparkLine({ seriesId, native }: SparkLineProps) {
  // A line that cannot be read is left out: the page of the series says why.
  const { data } = useRequest(seriesId, (signal) => loadLine(seriesId, native, signal));
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

/** Loads the usual span. Most series are hourly: only another resolution needs a second request. */
async function loadLine(
  seriesId: string,
  native: Resolution | undefined,
  signal: AbortSignal,
): Promise<SeriesColumns> {
  const load = (resolution: Resolution) =>
    client.columns(seriesId, { ...usualSpan(resolution), kinds: 'true' }, { signal });
  const answer = await load(native ?? resolutionOf('hour'));
  const told = findResolution(answer.nativeResolution);
  return native || !told || told.name === 'hour' ? answer : load(told);
}

/** The last observed value, or the last forecast if none is observed. */
function lastObserved(answer: SeriesColumns): number | undefined {
  const until = observedUntilOf(answer) ?? Number.POSITIVE_INFINITY;
  const { times, values } = answer;
  const at = values.findLastIndex((value, i) => value !== null && times[i]! <= until);
  return (at >= 0 ? values[at] : values.findLast((value) => value !== null)) ?? undefined;
}
