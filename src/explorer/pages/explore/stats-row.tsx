// The figures of the values shown: last, mean, min, max, peak and off-peak. They are of observed values;
// forecasts have figures of their own.

import { useMemo } from 'react';
import type { SeriesColumns } from '#contract/forecast';
import { resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { intervalText } from '#view/axes/time-text';
import { peakText } from '#view/values/block-text';
import { columnDecimals, meanDecimals } from '#view/values/column-decimals';
import { isReduced, observedUntilOf, partialIndices } from '#view/values/periods';
import { endTimeOf, readInstant, resolutionOfAnswer } from '#view/values/series-facts';
import {
  type Figures,
  isForecast,
  meanOverHours,
  readHours,
  type Statistics,
  summarize,
  type TimedValue,
} from '#view/values/stats';
import { formatMoment } from '#view/values/time-text';
import { formatCount, formatValue } from '#view/values/value-text';
import '#explorer/pages/explore/stats-row.css';

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
        lastObserved: observedUntilOf(answer),
        partial: partialIndices(answer),
      }),
    [answer, market],
  );
  const { observed, forecast, partialCount } = figures;
  return (
    <>
      {observed && (
        <Group
          name={forecast ? 'Observed' : undefined}
          statistics={observed}
          countNote={observedNote(figures, observed, isReduced(answer))}
          {...{ answer, zone, isAfter: false }}
        />
      )}
      {forecast && (
        <Group
          name="Forecast"
          statistics={forecast}
          countNote={ofCount(forecast.count, 'value')}
          {...{ answer, zone, isAfter: true }}
        />
      )}
      {!observed && !forecast && partialCount > 0 && (
        <p className="explore-stats-none dim">No period shown is complete, so it has no figures.</p>
      )}
    </>
  );
}

interface GroupProps extends StatsRowProps {
  /** Undefined if the other group does not exist, so that nothing has to be told apart. */
  readonly name: 'Observed' | 'Forecast' | undefined;
  readonly statistics: Statistics;
  readonly countNote: string;
  /** Whether it is the group of forecasts. */
  readonly isAfter: boolean;
}

function Group({ name, statistics, countNote, isAfter, answer, zone }: GroupProps) {
  const market = marketZoneOf(useAbout());
  const decimals = useMemo(() => columnDecimals(answer), [answer]);
  const { last, mean, min, max } = statistics;
  const when = ({ time }: TimedValue): string => {
    const next = answer.times[answer.times.indexOf(time) + 1] ?? endTimeOf(answer, market);
    return intervalText(time, next, zone);
  };
  const value = (timed: TimedValue): string => formatValue(timed.value, decimals);
  const label = `${isAfter ? 'Forecast figures' : 'Figures'} in ${answer.unit}`;
  return (
    <>
      {name && (
        <p className="explore-stats-head">
          {name}
          {isAfter && runsText(answer, zone)}
        </p>
      )}
      <dl className="explore-stats" aria-label={label}>
        <Figure name={isAfter ? 'Last forecast' : 'Last'} text={value(last)} note={when(last)} />
        <Figure name="Mean" text={formatValue(mean, meanDecimals(decimals))} note={countNote} />
        <Figure name="Min" text={value(min)} note={when(min)} />
        <Figure name="Max" text={value(max)} note={when(max)} />
        <BlockFigure {...{ answer, isAfter }} decimals={meanDecimals(decimals)} />
      </dl>
    </>
  );
}

interface BlockFigureProps {
  readonly answer: SeriesColumns;
  readonly isAfter: boolean;
  readonly decimals: number;
}

/** Peak and off-peak of the loaded hours. Values of a day or longer have none. */
function BlockFigure({ answer, isAfter, decimals }: BlockFigureProps) {
  const about = useAbout();
  const [peak, offpeak] = ['peak', 'offpeak'].map((name) =>
    about.blocks.find((block) => block.name === name),
  );
  const resolution = resolutionOfAnswer(answer);
  const [peakMean, offpeakMean] = useMemo(() => {
    const until = observedUntilOf(answer);
    const isCounted = (time: number): boolean => isForecast(time, until) === isAfter;
    return [peak, offpeak].map(
      (block) =>
        block && meanOverHours(answer, readHours(block.hours), marketZoneOf(about), isCounted),
    );
  }, [answer, about, peak, offpeak, isAfter]);
  if (!peak || !offpeak) return null;
  if (!resolution || resolution.rank > resolutionOf('hour').rank)
    return <Figure name="Peak / off-peak" text="–" note="needs values by the hour" />;
  return (
    <Figure
      name="Peak / off-peak"
      text={`${formatValue(peakMean, decimals)} / ${formatValue(offpeakMean, decimals)}`}
      note={peakText(readHours(peak.hours), readHours(offpeak.hours))}
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

/** Writes `of 240 values, 1 gap`, or `of 8 complete periods, 2 not complete left out`. */
function observedNote(
  { gapCount, partialCount }: Figures,
  { count }: Statistics,
  isOfPeriods: boolean,
): string {
  const notes = [ofCount(count, isOfPeriods ? 'complete period' : 'value')];
  if (gapCount > 0) notes.push(counted(gapCount, 'gap'));
  if (partialCount > 0) notes.push(`${formatCount(partialCount)} not complete left out`);
  return notes.join(', ');
}

/** Writes which runs forecasts are of: ` · run of Fri 13 Nov 2026, 07:00`, with how many older ones. */
function runsText({ origins = [] }: SeriesColumns, zone: Zone): string {
  const runs = [...new Set(origins.flatMap(({ run }) => (run ? [run] : [])))].sort();
  const newest = runs.at(-1);
  if (newest === undefined) return '';
  const more = runs.length > 1 ? ` and ${counted(runs.length - 1, 'older one')}` : '';
  return ` · run of ${formatMoment(readInstant(newest), zone)}${more}`;
}

const counted = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

const ofCount = (count: number, noun: string): string => `of ${counted(count, noun)}`;
