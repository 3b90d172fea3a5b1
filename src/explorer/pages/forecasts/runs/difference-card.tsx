// The chosen run minus the newest, or the newest run minus the one before it.

import { useMemo } from 'react';
import type { Zone } from '#core/time/zone';
import { Chart } from '#explorer/chart/chart.tsx';
import { issueText } from '#explorer/pages/forecasts/runs/issue-text.ts';
import type { AreaForecast } from '#explorer/pages/forecasts/runs/load-forecast.ts';
import { differenceOf } from '#explorer/pages/forecasts/runs/run-difference.ts';
import { signedText } from '#explorer/series/signed-text.ts';
import { decimalsFor, formatCount, formatValue } from '#explorer/series/value-text.ts';

interface DifferenceCardProps {
  readonly forecast: AreaForecast;
  readonly zone: Zone;
  /** Seconds. */
  readonly now: number;
}

export function DifferenceCard({ forecast, zone, now }: DifferenceCardProps) {
  const { chosen, base, offered } = forecast;
  const isNewest = offered.chosen === offered.newest;
  const difference = useMemo(
    () => (chosen && base ? differenceOf(chosen, base) : undefined),
    [chosen, base],
  );
  const series = useMemo(() => {
    if (!difference || difference.times.length === 0 || !chosen || !base) return [];
    const { times, values } = difference;
    const label = `${issueText(chosen.issueTime, zone)} minus ${issueText(base.issueTime, zone)}`;
    const endTime = times.at(-1)! + 3600;
    return [{ id: 'difference', label, unit: chosen.unit, times, values, endTime, style: 0 }];
  }, [difference, chosen, base, zone]);
  const title = isNewest ? 'Newest run minus the one before' : 'Chosen run minus the newest';
  return (
    <section className="card forecasts-difference" aria-labelledby="difference-title">
      <h2 id="difference-title">{title}</h2>
      {difference?.mean === undefined ? (
        <p className="dim">
          {base
            ? 'The two runs have no hour in common.'
            : 'No other run exists to compare it with.'}
        </p>
      ) : (
        <>
          <p>
            <strong className="forecasts-figure">
              {signedText(difference.mean, decimalsFor(difference.meanAbsolute ?? 0))}
            </strong>{' '}
            {chosen?.unit} on average{' '}
            <span className="dim">
              · {formatValue(difference.meanAbsolute)} without sign ·{' '}
              {formatCount(difference.count)} common hours
            </span>
          </p>
          <Chart title={title} series={series} zone={zone} now={now} height={230} includesZero />
        </>
      )}
    </section>
  );
}
