// What the newest run changed: newest less the chosen run, or less the one before it. Both are of one
// source, and it is always newer less older.

import { useMemo } from 'react';
import type { Zone } from '#core/time/zone';
import { Chart } from '#explorer/chart/chart.tsx';
import { changeText } from '#explorer/pages/forecasts/runs/change-text.ts';
import type { AreaForecast } from '#explorer/pages/forecasts/runs/load-forecast.ts';
import { issueText } from '#view/runs/issue-text';
import { differenceOf, type RunDifference } from '#view/runs/run-difference';
import { signedText } from '#view/values/signed-text';
import { decimalsFor, formatCount, formatValue } from '#view/values/value-text';

interface DifferenceCardProps {
  readonly forecast: AreaForecast;
  readonly zone: Zone;
  /** Seconds. */
  readonly now: number;
}

export function DifferenceCard({ forecast, zone, now }: DifferenceCardProps) {
  const { chosen, base, offered, source } = forecast;
  const isNewest = offered.chosen === offered.newest;
  const [newer, older] = isNewest ? [chosen, base] : [base, chosen];
  const difference = useMemo(
    () => (newer && older ? differenceOf(newer, older) : undefined),
    [newer, older],
  );
  const series = useMemo(() => {
    if (!difference || difference.times.length === 0 || !newer || !older) return [];
    const { times, values } = difference;
    const [from, to] = [newer, older].map((run) => issueText(run.issueTime, zone));
    const endTime = times.at(-1)! + 3600;
    const label = `${source}, ${from} minus ${to}`;
    return [{ id: 'difference', label, unit: newer.unit, times, values, endTime, style: 0 }];
  }, [difference, newer, older, source, zone]);
  const title = `Newest run minus the ${isNewest ? 'one before' : 'chosen one'}`;
  return (
    <section className="card forecasts-difference" aria-labelledby="difference-title">
      <h2 id="difference-title">
        {title}, {source}
      </h2>
      {difference?.mean === undefined ? (
        <p className="dim">
          {base
            ? 'The two runs have no hour in common.'
            : `No other run of ${source} exists to compare it with.`}
        </p>
      ) : (
        <>
          <Figures
            {...{ difference, unit: newer?.unit ?? '', mean: difference.mean }}
            older={isNewest ? 'the one before' : 'the chosen one'}
          />
          <Chart title={title} series={series} zone={zone} now={now} height={230} includesZero />
        </>
      )}
    </section>
  );
}

interface FiguresProps {
  readonly difference: RunDifference;
  readonly mean: number;
  readonly unit: string;
  /** What the older run is called. */
  readonly older: string;
}

function Figures({ difference, mean, unit, older }: FiguresProps) {
  // A small change has no more decimals than the values themselves.
  const decimals = decimalsFor(Math.max(1, difference.meanAbsolute ?? 0));
  return (
    <>
      <p>
        <strong className="forecasts-figure">{signedText(mean, decimals)}</strong> {unit} on average{' '}
        <span className="dim">
          · mean absolute difference {formatValue(difference.meanAbsolute, decimals)} ·{' '}
          {formatCount(difference.count)} common hours
        </span>
      </p>
      <p className="small">{changeText(mean, { decimals, unit, older })}</p>
    </>
  );
}
