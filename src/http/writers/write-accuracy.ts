// A scorecard in the words of the interface.

import type { AccuracyAnswer, AccuracyFigures, SourceAccuracy } from '#contract/accuracy';
import { formatUtc } from '#core/time/instant';
import { type BlockTable, describeHours } from '#core/values/blocks';
import type { Figures } from '#service/accuracy/score-figures';
import type { Group } from '#service/accuracy/score-groups';
import type { Scorecard, SourceScore } from '#service/accuracy/score-runs';
import { nativeOf } from '#service/context';

export function describeAccuracy(card: Scorecard, blocks: BlockTable): AccuracyAnswer {
  const { request, series, lastObserved, sameHours, sourceNames, sources } = card;
  return {
    area: request.area.code,
    category: request.category.name,
    seriesId: series.code,
    unit: series.unit,
    resolution: nativeOf(series).adverb,
    from: formatUtc(request.span.start),
    to: formatUtc(request.span.end - 1),
    lastObserved: lastObserved === null ? null : formatUtc(lastObserved),
    sameHours,
    sourceNames: [...sourceNames],
    sources: sources.map((source) => describeSource(source, request.category.isPrice, blocks)),
  };
}

function describeSource(
  { name, kind, runs, dayAhead, byLeadDay, byLeadHour }: SourceScore,
  isPrice: boolean,
  blocks: BlockTable,
): SourceAccuracy {
  const figures = (given: Figures) => describeFigures(given, isPrice);
  const grouped = <Key, Named>(groups: readonly Group<Key>[], nameOf: (key: Key) => Named) =>
    groups.map((group) => ({ ...nameOf(group.key), ...figures(group.figures) }));
  const hoursOf = (block: string): string =>
    describeHours(blocks.find((each) => each.name === block)!);
  return {
    source: name,
    kind,
    runs,
    dayAhead: figures(dayAhead.all),
    sameHours: figures(dayAhead.sameHours),
    byLeadDay: grouped(byLeadDay, (leadDays) => ({ leadDays })),
    byLeadHour: grouped(byLeadHour, (leadHours) => ({ leadHours })),
    byBlock: grouped(dayAhead.byBlock, (block) => ({ block, hours: hoursOf(block) })),
    byMonth: grouped(dayAhead.byMonth, (month) => ({ month })),
    byDayType: grouped(dayAhead.byDayType, (dayType) => ({ dayType })),
  };
}

/** Percentages of prices are symmetric: a price may be near 0, or below. */
function describeFigures(figures: Figures, isPrice: boolean): AccuracyFigures {
  return {
    scored: figures.scored,
    missing: figures.missing,
    mae: orNull(figures.mae),
    rmse: orNull(figures.rmse),
    bias: orNull(figures.bias),
    ...(isPrice ? { smape: orNull(figures.smape) } : { mape: orNull(figures.mape) }),
    rmaeWeekly: orNull(figures.rmaeWeekly),
    rmaeStandard: orNull(figures.rmaeStandard),
    bands: [...figures.bands],
  };
}

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
