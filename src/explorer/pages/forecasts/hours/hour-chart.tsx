// Each run's forecast of one delivery hour, by issue time, and the actual value.

import { useMemo } from 'react';
import { formatUtc, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { Chart } from '#explorer/chart/chart.tsx';
import {
  type Evolution,
  evolutionOf,
  spreadOf,
} from '#explorer/pages/forecasts/hours/evolution.ts';
import { type HourAcrossRuns, loadHour } from '#explorer/pages/forecasts/runs/load-across-runs.ts';
import type { RunIndex } from '#explorer/pages/forecasts/runs/load-forecast.ts';
import { Problem } from '#explorer/parts/problem.tsx';
import { useRequest } from '#explorer/state/use-request.ts';
import type { ChartSeries } from '#view/chart/chart-series';
import { formatMoment, zoneLabel } from '#view/values/time-text';
import { decimalsFor, formatValue } from '#view/values/value-text';

interface HourChartProps {
  readonly index: RunIndex;
  /** The other sources whose runs are followed beside. */
  readonly beside: readonly string[];
  readonly hour: number;
  readonly zone: Zone;
  readonly now: number;
}

export function HourChart({ index, beside, hour, zone, now }: HourChartProps) {
  const { area, category, source } = index;
  const text = formatUtc(hour * SECOND_MS);
  const key = JSON.stringify([area, category, source, text, beside]);
  const { data, error, isLoading, retry } = useRequest(key, (signal) =>
    loadHour(index, text, beside, signal),
  );
  const evolution = useMemo(() => data && evolutionOf(data.runs, data.hour, now), [data, now]);
  const series = useMemo(
    () => (data && evolution ? linesOf(data, evolution, now) : []),
    [data, evolution, now],
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
          <p className="small dim forecasts-hour-axis">Time of issue, {zoneLabel(zone)}</p>
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

// As in the chart of runs: the source, the actual value, then other sources.
const [ACTUAL, CHOSEN, BESIDE] = [0, 1, [4, 2, 3]];

function linesOf(data: HourAcrossRuns, evolution: Evolution, now: number): ChartSeries[] {
  const { unit, actual, hour, source, beside } = data;
  const lines: ChartSeries[] = [
    { id: 'forecast', label: source, unit, ...evolution, style: CHOSEN },
  ];
  if (actual !== null) {
    const level = { times: [evolution.times[0]!], values: [actual], endTime: evolution.endTime };
    lines.push({ id: 'actual', label: 'actual', unit, ...level, style: ACTUAL });
  }
  beside.forEach(({ source: other, runs }, i) => {
    const found = evolutionOf(runs, hour, now);
    const style = BESIDE[i % BESIDE.length]!;
    if (found) lines.push({ id: `beside ${other}`, label: other, unit, ...found, style });
  });
  return lines;
}
