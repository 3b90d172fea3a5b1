// The figures of the values shown: last, mean, min, max, peak and off-peak.

import { useMemo } from 'react';
import type { SeriesColumns } from '#contract/forecast';
import { resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import { intervalText } from '#explorer/chart/axes/time-text.ts';
import { columnDecimals, meanDecimals } from '#explorer/series/column-decimals.ts';
import { endTimeOf, lastObservedOf, resolutionOfAnswer } from '#explorer/series/series-facts.ts';
import {
  meanOverHours,
  readHours,
  type Statistics,
  summarize,
  type TimedValue,
} from '#explorer/series/stats.ts';
import { formatCount, formatValue } from '#explorer/series/value-text.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';

interface StatsRowProps {
  readonly answer: SeriesColumns;
  readonly zone: Zone;
}

export function StatsRow({ answer, zone }: StatsRowProps) {
  const market = marketZoneOf(useAbout());
  const figures = useMemo(
    () =>
      summarize({
        ...answer,
        endTime: endTimeOf(answer, market),
        lastObserved: lastObservedOf(answer),
      }),
    [answer, market],
  );
  const decimals = useMemo(() => columnDecimals(answer), [answer]);
  if (!figures) return null;
  const when = ({ time }: TimedValue): string => {
    const next = answer.times[answer.times.indexOf(time) + 1] ?? endTimeOf(answer, market);
    return intervalText(time, next, zone);
  };
  const value = (timed: TimedValue): string => formatValue(timed.value, decimals);
  return (
    <dl className="explore-stats" aria-label={`Figures in ${answer.unit}`}>
      <Figure
        name={figures.isLastForecast ? 'Last forecast' : 'Last'}
        text={value(figures.last)}
        note={when(figures.last)}
      />
      <Figure
        name="Mean"
        text={formatValue(figures.mean, meanDecimals(decimals))}
        note={countText(figures)}
      />
      <Figure name="Min" text={value(figures.min)} note={when(figures.min)} />
      <Figure name="Max" text={value(figures.max)} note={when(figures.max)} />
      <BlockFigure answer={answer} decimals={meanDecimals(decimals)} />
    </dl>
  );
}

/** Peak and off-peak of the loaded hours. Values of a day or longer have none. */
function BlockFigure({ answer, decimals }: { answer: SeriesColumns; decimals: number }) {
  const about = useAbout();
  const [peak, offpeak] = ['peak', 'offpeak'].map((name) =>
    about.blocks.find((block) => block.name === name),
  );
  const resolution = resolutionOfAnswer(answer);
  const [peakMean, offpeakMean] = useMemo(
    () =>
      [peak, offpeak].map(
        (block) => block && meanOverHours(answer, readHours(block.hours), marketZoneOf(about)),
      ),
    [answer, about, peak, offpeak],
  );
  if (!peak || !offpeak) return null;
  if (!resolution || resolution.rank > resolutionOf('hour').rank)
    return <Figure name="Peak / off-peak" text="–" note="needs values by the hour" />;
  return (
    <Figure
      name="Peak / off-peak"
      text={`${formatValue(peakMean, decimals)} / ${formatValue(offpeakMean, decimals)}`}
      note={`hours ${peak.hours} / ${offpeak.hours}`}
    />
  );
}

function Figure({ name, text, note }: { name: string; text: string; note: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figure">{text}</dd>
      <dd className="explore-stats-note">{note}</dd>
    </div>
  );
}

function countText({ count, gapCount }: Statistics): string {
  const values = `of ${formatCount(count)} ${count === 1 ? 'value' : 'values'}`;
  if (gapCount === 0) return values;
  return `${values}, ${formatCount(gapCount)} ${gapCount === 1 ? 'gap' : 'gaps'}`;
}
