// Each run's forecast of one delivery hour, by issue time, and the actual value.

import { useMemo } from 'react';
import { formatUtc, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { Chart } from '#explorer/chart/chart.tsx';
import type { ChartSeries } from '#explorer/chart/scene/chart-data.ts';
import {
  type Evolution,
  evolutionOf,
  spreadOf,
} from '#explorer/pages/forecasts/hours/evolution.ts';
import { type HourAcrossRuns, loadHour } from '#explorer/pages/forecasts/runs/load-across-runs.ts';
import type { RunIndex } from '#explorer/pages/forecasts/runs/load-forecast.ts';
import { Problem } from '#explorer/parts/problem.tsx';
import { formatMoment } from '#explorer/series/time-text.ts';
import { decimalsFor, formatValue } from '#explorer/series/value-text.ts';
import { useRequest } from '#explorer/state/use-request.ts';

interface HourChartProps {
  readonly index: RunIndex;
  readonly hour: number;
  readonly zone: Zone;
  readonly now: number;
}

export function HourChart({ index, hour, zone, now }: HourChartProps) {
  const { area, category } = index;
  const text = formatUtc(hour * SECOND_MS);
  const { data, error, isLoading, retry } = useRequest(`${area} ${category} ${text}`, (signal) =>
    loadHour(index, text, signal),
  );
  const evolution = useMemo(() => data && evolutionOf(data.runs, data.hour, now), [data, now]);
  const series = useMemo(
    () => (data && evolution ? linesOf(data, evolution) : []),
    [data, evolution],
  );
  if (error) return <Problem error={error} onRetry={retry} />;
  if (!data) return <p role="status">Loading…</p>;
  const moment = formatMoment(data.hour * SECOND_MS, zone);
  return (
    <div className={isLoading ? 'is-stale' : ''} aria-busy={isLoading}>
      {evolution ? (
        <>
          <Summary data={data} evolution={evolution} />
          <Chart
            title={`Forecasts of ${moment} by issue time`}
            series={series}
            zone={zone}
            now={now}
            height={210}
          />
        </>
      ) : (
        <p className="dim">No run covers {moment}.</p>
      )}
    </div>
  );
}

function Summary({ data, evolution }: { data: HourAcrossRuns; evolution: Evolution }) {
  const spread = spreadOf(evolution);
  if (!spread) return <p className="dim">Every run has a gap at this hour.</p>;
  const decimals = decimalsFor(Math.max(Math.abs(spread.low), Math.abs(spread.high)));
  const text = (value: number): string => formatValue(value, decimals);
  return (
    <p>
      <strong className="forecasts-figure">{text(spread.newest)}</strong> {data.unit} newest{' '}
      <span className="dim">
        · first {text(spread.first)} · {text(spread.low)} to {text(spread.high)} over{' '}
        {evolution.times.length} {evolution.times.length === 1 ? 'run' : 'runs'}
        {data.actual !== null && ` · actual ${text(data.actual)}`}
      </span>
    </p>
  );
}

function linesOf({ unit, actual }: HourAcrossRuns, evolution: Evolution): ChartSeries[] {
  const { times, values, endTime } = evolution;
  const forecast = { id: 'forecast', label: 'forecast', unit, times, values, endTime, style: 1 };
  if (actual === null) return [forecast];
  const level = { times: [times[0]!], values: [actual], endTime, style: 0 };
  return [forecast, { id: 'actual', label: 'actual', unit, ...level }];
}
