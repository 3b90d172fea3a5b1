// Base and peak of three days, as the interface answers them.

import type { DayFiguresAnswer } from '#contract/day-figures';
import { DAY_MS, formatUtc, type Instant } from '#core/time/instant';
import type { AreaDays, PlanDays } from '#service/series/day-figures';

export const describeDays = ({
  category,
  categories,
  days,
  areas,
}: PlanDays): DayFiguresAnswer => ({
  balanceCategory: category.name,
  categories: categories.map(({ name }) => name),
  days: days.map((day) => formatUtc(day * DAY_MS).slice(0, 10)),
  areas: areas.map(describeArea),
});

const textOf = (instant: Instant | undefined): string | null =>
  instant === undefined ? null : formatUtc(instant);

const describeArea = ({ area, series, lastAt, isLate, run, base, peak }: AreaDays) => ({
  area: area.code,
  description: area.description,
  seriesId: series.code,
  unit: series.unit,
  lastTime: textOf(lastAt),
  late: isLate,
  analyzedTime: textOf(run?.analyzedAt),
  source: run?.source ?? null,
  days: base.map((figure, i) => ({ base: figure ?? null, peak: peak[i] ?? null })),
});
