// A held value on the chart, among the stored values around it and the other held ones.

import { useMemo } from 'react';
import type { SeriesColumns } from '#contract/forecast';
import type { HeldEntry } from '#contract/operator-review';
import { DAY_MS, SECOND_MS } from '#core/time/instant';
import { Chart } from '#explorer/chart/chart.tsx';
import { operator } from '#explorer/pages/operator/parts/operator-client.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import { client } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import type { ChartSeries } from '#view/chart/chart-series';

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
  const lines = useMemo(() => (data ? linesOf(data, held, chosen) : []), [data, held, chosen]);
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
  /** Seconds. */
  readonly start: number;
}

async function loadAround({ series, time }: HeldEntry, signal: AbortSignal): Promise<Around> {
  const { resolution } = await operator.series(series, { signal });
  const reach = (REACH_DAYS[resolution] ?? 4) * DAY_MS;
  const [start, end] = [Date.parse(time) - reach, Date.parse(time) + reach];
  const [from, to] = [start, end].map((instant) => new Date(instant).toISOString());
  const columns = await client.columns(series, { from: from!, to: to! }, { signal });
  return { columns, start: start / SECOND_MS };
}

/** The stored values, and the chosen one with the held ones that adjoin it. */
function linesOf(
  { columns, start }: Around,
  held: readonly HeldEntry[],
  chosen: HeldEntry,
): ChartSeries[] {
  const { times, values, unit, seriesId } = columns;
  const step = times.length > 1 ? times[1]! - times[0]! : 3_600;
  const stored: ChartSeries = {
    ...{ id: 'stored', label: seriesId, unit, times, values, style: 0 },
    endTime: (times.at(-1) ?? start) + step,
  };
  const marks = adjoining(held, chosen, step);
  const waiting: ChartSeries = {
    ...{ id: 'held', label: 'held', unit, style: 1 },
    times: marks.map(secondsOf),
    values: marks.map(({ value }) => value),
    endTime: secondsOf(marks.at(-1)!) + step,
  };
  return [stored, waiting];
}

const secondsOf = ({ time }: HeldEntry): number => Date.parse(time) / SECOND_MS;

/** The run of held values, one interval after another, that the chosen one is in. */
function adjoining(held: readonly HeldEntry[], chosen: HeldEntry, step: number): HeldEntry[] {
  const byTime = new Map(held.map((one) => [secondsOf(one), one]));
  const run = [chosen];
  for (let at = secondsOf(chosen) - step; byTime.has(at); at -= step) run.unshift(byTime.get(at)!);
  for (let at = secondsOf(chosen) + step; byTime.has(at); at += step) run.push(byTime.get(at)!);
  return run;
}
