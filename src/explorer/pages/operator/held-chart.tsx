// A held value on the chart, among the stored values around it and the other held ones.

import { useMemo } from 'react';
import type { SeriesColumns } from '#contract/forecast';
import type { HeldEntry } from '#contract/operator';
import { DAY_MS, SECOND_MS } from '#core/time/instant';
import { Chart } from '#explorer/chart/chart.tsx';
import type { ChartSeries } from '#explorer/chart/scene/chart-data.ts';
import { operator } from '#explorer/pages/operator/operator-client.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import { client } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';

/** Days on each side of the value, by the resolution of the series. */
const REACH_DAYS: Readonly<Record<string, number>> = {
  ...{ quarterhour: 2, halfhour: 3, hour: 4, day: 45, week: 300 },
  ...{ month: 1_000, quarter: 3_000, year: 10_000 },
};

interface HeldChartProps {
  /** The held values of the series. */
  readonly held: readonly HeldEntry[];
  readonly chosen: HeldEntry;
}

export function HeldChart({ held, chosen }: HeldChartProps) {
  const about = useAbout();
  const now = useServerNow(about) / SECOND_MS;
  const { series: code, time } = chosen;
  const around = useRequest(`around ${code} ${time}`, (signal) => loadAround(chosen, signal));
  const { data, error } = around;
  const lines = useMemo(() => (data ? linesOf(data, held) : []), [data, held]);
  if (error) return <Problem error={error} onRetry={around.retry} />;
  if (!data) return <Loading />;
  return (
    <Chart
      title={`${code} around the held value`}
      series={lines}
      zone={marketZoneOf(about)}
      now={now}
      height={280}
    />
  );
}

interface Around {
  readonly columns: SeriesColumns;
  readonly start: number;
  readonly end: number;
}

async function loadAround({ series, time }: HeldEntry, signal: AbortSignal): Promise<Around> {
  const { resolution } = await operator.series(series, { signal });
  const reach = (REACH_DAYS[resolution] ?? 4) * DAY_MS;
  const [start, end] = [Date.parse(time) - reach, Date.parse(time) + reach];
  const [from, to] = [start, end].map((instant) => new Date(instant).toISOString());
  const columns = await client.columns(series, { from: from!, to: to! }, { signal });
  return { columns, start: start / SECOND_MS, end: end / SECOND_MS };
}

/** The stored values, and the held ones as short lines of one interval. */
function linesOf({ columns, start, end }: Around, held: readonly HeldEntry[]): ChartSeries[] {
  const { times, values, unit, seriesId } = columns;
  const step = times.length > 1 ? times[1]! - times[0]! : 3_600;
  const stored: ChartSeries = {
    ...{ id: 'stored', label: seriesId, unit, times, values, style: 0 },
    endTime: (times.at(-1) ?? start) + step,
  };
  const shown = held
    .map(({ time, value }) => ({ time: Date.parse(time) / SECOND_MS, value }))
    .filter(({ time }) => time >= start && time <= end);
  const points = new Map<number, number | null>();
  for (const { time } of shown) points.set(time + step, null);
  for (const { time, value } of shown) points.set(time, value);
  const marks = [...points].sort(([a], [b]) => a - b);
  const waiting: ChartSeries = {
    ...{ id: 'held', label: 'held', unit, style: 1 },
    times: marks.map(([time]) => time),
    values: marks.map(([, value]) => value),
    endTime: (marks.at(-1)?.[0] ?? start) + step,
  };
  return [stored, waiting];
}
