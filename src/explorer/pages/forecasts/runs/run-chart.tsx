// The chosen run beside the actual values and the runs of other sources, with older runs faint behind it.

import { useMemo } from 'react';
import type { Zone } from '#core/time/zone';
import { Chart } from '#explorer/chart/chart.tsx';
import { underlayOf } from '#explorer/chart/drawing/band-underlay.ts';
import { BandSwitch } from '#explorer/pages/forecasts/runs/band-switch.tsx';
import type { BesideRun } from '#explorer/pages/forecasts/runs/load-beside.ts';
import type { AreaForecast } from '#explorer/pages/forecasts/runs/load-forecast.ts';
import type { ChartSeries } from '#view/chart/chart-series';
import { issueText } from '#view/runs/issue-text';
import { bandsLabel } from '#view/runs/run-bands';
import type { Run } from '#view/runs/run-difference';

interface RunChartProps {
  readonly title: string;
  readonly forecast: AreaForecast;
  readonly beside: readonly BesideRun[];
  readonly zone: Zone;
  /** Seconds. */
  readonly now: number;
  readonly showsBands: boolean;
  readonly onShowBands: (isShown: boolean) => void;
  readonly onPick: (time: number) => void;
}

// Colour and dash go together: actual values are solid, runs dashed. Older runs of the source have its
// colour, and other sources colours of their own.
const ACTUAL = 0;
const CHOSEN = 1;
const NEWEST = 3;
const BESIDE = [4, 2, NEWEST];

export function RunChart(props: RunChartProps) {
  const { title, forecast, beside, zone, now, showsBands, onShowBands, onPick } = props;
  const series = useMemo(() => linesOf(forecast, beside, zone), [forecast, beside, zone]);
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

function linesOf(forecast: AreaForecast, beside: readonly BesideRun[], zone: Zone): ChartSeries[] {
  const { chosen, base, older, actuals, offered, series, source } = forecast;
  const unit = series?.unit ?? chosen?.unit ?? '';
  const lines: ChartSeries[] = [];
  const isNewest = offered.chosen === offered.newest;
  const add = (run: Run, name: string, style: number): void => {
    lines.push(lineOf(run, `${source}, ${name}`, style, zone));
  };
  if (chosen) add(chosen, isNewest ? 'newest run' : 'run', CHOSEN);
  lines.push({ id: 'actual', label: 'actual', unit, style: ACTUAL, ...actuals });
  if (base && !isNewest) add(base, 'newest run', NEWEST);
  beside.forEach(({ source: other, run }, i) => {
    if (!run) return;
    const line = lineOf(run, `${other}, run`, BESIDE[i % BESIDE.length]!, zone);
    lines.push({ ...line, id: `${other} ${run.issueTime}` });
  });
  for (const run of older)
    lines.push({ ...lineOf(run, `${source}, run`, CHOSEN, zone), isFaint: true });
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
