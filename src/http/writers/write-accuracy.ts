// A scorecard in the words of the interface.

import type { AccuracyAnswer, AccuracyFigures, SourceAccuracy } from '#contract/accuracy';
import { formatUtc } from '#core/time/instant';
import { formatTimeOfDay } from '#core/time/time-of-day';
import { describeHours } from '#core/values/blocks';
import { isFew } from '#core/values/tally';
import { linkToRows } from '#http/writers/link-to-rows';
import type { Figures } from '#service/accuracy/score-figures';
import type { Group } from '#service/accuracy/score-groups';
import type { Scorecard, SourceScore } from '#service/accuracy/score-runs';
import { nativeOf, type ServiceContext } from '#service/context';

type Market = Pick<ServiceContext, 'zone' | 'blocks'>;

export function describeAccuracy(card: Scorecard, market: Market): AccuracyAnswer {
  const { request, series, lastObserved, sameHours, sourceNames, sources } = card;
  return {
    area: card.area,
    category: card.category,
    seriesId: series.code,
    unit: series.unit,
    resolution: nativeOf(series).adverb,
    from: formatUtc(request.span.start),
    to: formatUtc(request.span.end - 1),
    issuedBefore: formatTimeOfDay(request.issuedBefore),
    zone: market.zone.name,
    lastObserved: lastObserved === null ? null : formatUtc(lastObserved),
    sameHours,
    sourceNames: [...sourceNames],
    sources: sources.map((source) => describeSource(source, card, market)),
  };
}

function describeSource(source: SourceScore, card: Scorecard, { blocks }: Market): SourceAccuracy {
  const { dayAhead } = source;
  const figures = (given: Figures, daysAhead = 1) => ({
    ...describeFigures(given, card.isPrice),
    slice: linkToRows(card, source, daysAhead, given.extent),
  });
  const grouped = <Key, Named>(groups: readonly Group<Key>[], nameOf: (key: Key) => Named) =>
    groups.map((group) => ({ ...nameOf(group.key), ...figures(group.figures) }));
  const hoursOf = (block: string): string =>
    describeHours(blocks.find((each) => each.name === block)!);
  return {
    source: source.name,
    kind: source.kind,
    runs: source.runs,
    runsInTime: source.runsInTime,
    dayAhead: figures(dayAhead.all),
    sameHours: figures(dayAhead.sameHours),
    byLeadDay: source.byLeadDay.map(({ key, figures: given }) => ({
      leadDays: key,
      ...figures(given, key),
    })),
    byLeadHour: grouped(dayAhead.byLeadHour, (leadHours) => ({ leadHours })),
    byHour: grouped(dayAhead.byHour, (hour) => ({ hour })),
    byBlock: grouped(dayAhead.byBlock, (block) => ({ block, hours: hoursOf(block) })),
    byMonth: grouped(dayAhead.byMonth, (month) => ({ month })),
    byDayType: grouped(dayAhead.byDayType, (dayType) => ({ dayType })),
  };
}

/** Percentages of prices are symmetric: a price may be near 0, or below. */
function describeFigures(figures: Figures, isPrice: boolean): Omit<AccuracyFigures, 'slice'> {
  return {
    scored: figures.scored,
    missing: figures.missing,
    fewValues: fewValuesOf(figures, isPrice),
    mae: orNull(figures.mae),
    rmse: orNull(figures.rmse),
    bias: orNull(figures.bias),
    ...(isPrice
      ? { smape: orNull(figures.smape) }
      : { mape: orNull(figures.mape), mapeScored: figures.mapeScored }),
    rmaeWeekly: orNull(figures.rmaeWeekly),
    rmaeWeeklyScored: figures.rmaeWeeklyScored,
    rmaeStandard: orNull(figures.rmaeStandard),
    rmaeStandardScored: figures.rmaeStandardScored,
    crps: orNull(figures.crps),
    crpsScored: figures.crpsScored,
    bands: [...figures.bands],
  };
}

/** The names of the figures that come from few values. */
function fewValuesOf(figures: Figures, isPrice: boolean): string[] {
  const { scored, mapeScored, rmaeWeeklyScored, rmaeStandardScored, crpsScored } = figures;
  const counted: [name: string, value: number, count: number][] = [
    ['mae', figures.mae, scored],
    ['rmse', figures.rmse, scored],
    ['bias', figures.bias, scored],
    isPrice ? ['smape', figures.smape, scored] : ['mape', figures.mape, mapeScored],
    ['rmaeWeekly', figures.rmaeWeekly, rmaeWeeklyScored],
    ['rmaeStandard', figures.rmaeStandard, rmaeStandardScored],
    ['crps', figures.crps, crpsScored],
    ...figures.bands.map((band): [string, number, number] => [
      `band${band.level}`,
      band.coverage,
      band.scored,
    ]),
  ];
  return counted
    .filter(([, value, count]) => Number.isFinite(value) && isFew(count))
    .map(([name]) => name);
}

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
