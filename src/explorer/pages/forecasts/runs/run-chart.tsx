// The chosen run beside the actual values, with older runs faint behind it.

import { useMemo } from 'react';
import type { Zone } from '#core/time/zone';
import { Chart } from '#explorer/chart/chart.tsx';
import type { ChartSeries } from '#explorer/chart/scene/chart-data.ts';
import { BandSwitch } from '#explorer/pages/forecasts/runs/band-switch.tsx';
import { underlayOf } from '#explorer/pages/forecasts/runs/band-underlay.ts';
import { issueText } from '#explorer/pages/forecasts/runs/issue-text.ts';
import type { AreaForecast } from '#explorer/pages/forecasts/runs/load-forecast.ts';
import { bandsLabel } from '#explorer/pages/forecasts/runs/run-bands.ts';
import type { Run } from '#explorer/pages/forecasts/runs/run-difference.ts';

interface RunChartProps {
  readonly title: string;
  readonly forecast: AreaForecast;
  readonly zone: Zone;
  /** Seconds. */
  readonly now: number;
  readonly showsBands: boolean;
  readonly onShowBands: (isShown: boolean) => void;
  readonly onPick: (time: number) => void;
}

// Colour and dash go together: actual values solid, runs dashed, older runs dotted.
const ACTUAL = 0;
const CHOSEN = 1;
const OLDER = 2;
const NEWEST = 3;

export function RunChart(props: RunChartProps) {
  const { title, forecast, zone, now, showsBands, onShowBands, onPick } = props;
  const series = useMemo(() => linesOf(forecast, zone), [forecast, zone]);
  const bands = forecast.bands?.bands.length ? forecast.bands : undefined;
  const underlay = useMemo(
    () => (bands && showsBands ? underlayOf(bands, CHOSEN) : undefined),
    [bands, showsBands],
  );
  return (
    <Chart
      title={title}
      series={series}
      zone={zone}
      now={now}
      height={400}
      underlay={underlay}
      legendEnd={
        bands && (
          <BandSwitch label={bandsLabel(bands)} isShown={showsBands} onToggle={onShowBands} />
        )
      }
      onPick={(time) => onPick(Math.floor(time / 3600) * 3600)}
    />
  );
}

function linesOf(forecast: AreaForecast, zone: Zone): ChartSeries[] {
  const { chosen, base, older, actuals, offered, series } = forecast;
  const unit = series?.unit ?? chosen?.unit ?? '';
  const lines: ChartSeries[] = [];
  const isNewest = offered.chosen === offered.newest;
  if (chosen) lines.push(lineOf(chosen, isNewest ? 'newest run' : 'run', CHOSEN, zone));
  lines.push({ id: 'actual', label: 'actual', unit, style: ACTUAL, ...actuals });
  if (base && !isNewest) lines.push(lineOf(base, 'newest run', NEWEST, zone));
  for (const run of older) lines.push({ ...lineOf(run, 'run', OLDER, zone), isFaint: true });
  return lines.filter(({ times }) => times.length > 0);
}

const lineOf = (run: Run, name: string, style: number, zone: Zone): ChartSeries => ({
  id: run.issueTime,
  label: `${name} ${issueText(run.issueTime, zone)}`,
  unit: run.unit,
  times: run.times,
  values: run.values,
  endTime: (run.times.at(-1) ?? 0) + 3600,
  style,
});
