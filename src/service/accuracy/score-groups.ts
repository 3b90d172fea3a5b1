// A source's day-ahead forecast in groups: as a whole, by hours ahead, hour, hour block, month and day type,
// and on the slots that every source has.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IsHoliday } from '#core/market/holidays';
import { civilOfDay, weekdayOf } from '#core/time/civil';
import type { Block, BlockTable } from '#core/values/blocks';
import { FigureKeeper, type Figures, KeeperTable } from '#service/accuracy/score-figures';
import { sampleOf } from '#service/accuracy/score-sample';
import { SLOTS_PER_TURN, type Slots } from '#service/accuracy/score-slots';
import type { Source } from '#service/accuracy/score-source';

export const DAY_TYPES = ['working-day', 'saturday', 'sunday-or-holiday'] as const;
export type DayType = (typeof DAY_TYPES)[number];

export interface Group<Key> {
  readonly key: Key;
  readonly figures: Figures;
}

export interface DayAheadScore {
  readonly all: Figures;
  readonly sameHours: Figures;
  /** The groups by whole hours from the run; slots without a run are in none. */
  readonly byLeadHour: readonly Group<number>[];
  /** The groups by hour of market time, 0–23. */
  readonly byHour: readonly Group<number>[];
  readonly byBlock: readonly Group<string>[];
  /** The groups by market month: `2024-05`. */
  readonly byMonth: readonly Group<string>[];
  readonly byDayType: readonly Group<DayType>[];
}

const SATURDAY = 5;
const SUNDAY = 6;

export function dayTypeOf(day: number, isHoliday: IsHoliday): DayType {
  const weekday = weekdayOf(day);
  if (weekday === SUNDAY || isHoliday(day)) return 'sunday-or-holiday';
  return weekday === SATURDAY ? 'saturday' : 'working-day';
}

const monthOf = (day: number): string => {
  const { year, month } = civilOfDay(day);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
};

const isInBlock = ({ hours, isBaseAtWeekends }: Block, day: number, hour: number): boolean =>
  (isBaseAtWeekends && weekdayOf(day) >= SATURDAY) ||
  hours.some(({ from, to }) => hour >= from && hour < to);

/**
 * The slots with an actual value and a day-ahead forecast of every source that made one. Hindcasts were made
 * afterwards: they do not decide on which slots forecasts are compared.
 */
export function sameSlots(sources: readonly Source[], { actual }: Slots): Uint8Array {
  const compared = sources
    .filter(({ kind }) => kind !== 'hindcast')
    .map(({ dayAhead }) => dayAhead)
    .filter((values) => values.some((value) => !Number.isNaN(value)));
  return Uint8Array.from(actual, (value, slot) =>
    compared.length > 0 &&
    !Number.isNaN(value) &&
    compared.every((values) => !Number.isNaN(values[slot]!))
      ? 1
      : 0,
  );
}

/** The groups of one scorecard's day-ahead forecast, as they are added up. */
class GroupKeepers {
  readonly all = new FigureKeeper();
  readonly shared = new FigureKeeper();
  readonly byLeadHour = new KeeperTable<number>();
  readonly byHour = new KeeperTable<number>();
  readonly byBlock = new KeeperTable<string>();
  readonly byMonth = new KeeperTable<string>();
  readonly byDayType = new KeeperTable<DayType>();

  scores(blocks: BlockTable): DayAheadScore {
    const order = blocks.map(({ name }) => name);
    return {
      all: this.all.figures,
      sameHours: this.shared.figures,
      byLeadHour: this.byLeadHour.groups((a, b) => a - b),
      byHour: this.byHour.groups((a, b) => a - b),
      byBlock: this.byBlock.groups((a, b) => order.indexOf(a) - order.indexOf(b)),
      byMonth: this.byMonth.groups((a, b) => (a < b ? -1 : 1)),
      byDayType: this.byDayType.groups((a, b) => DAY_TYPES.indexOf(a) - DAY_TYPES.indexOf(b)),
    };
  }
}

/** Scores from the source's first forecast slot on, so that a day it left out counts as missing. */
export async function scoreDayAhead(
  { dayAhead, leadHours, bands, crps }: Source,
  slots: Slots,
  isShared: Uint8Array,
  blocks: BlockTable,
  isHoliday: IsHoliday,
): Promise<DayAheadScore> {
  const keepers = new GroupKeepers();
  const first = dayAhead.findIndex((value) => !Number.isNaN(value));
  let [day, ofDay]: [number, FigureKeeper[]] = [Number.NaN, []];
  for (let slot = first < 0 ? dayAhead.length : first; slot < dayAhead.length; slot++) {
    if (slot % SLOTS_PER_TURN === 0) await nextTurn();
    const hour = slots.hour[slot]!;
    if (slots.day[slot] !== day) {
      day = slots.day[slot]!;
      const { all, byMonth, byDayType } = keepers;
      ofDay = [all, byMonth.of(monthOf(day)), byDayType.of(dayTypeOf(day, isHoliday))];
    }
    const scored = { forecast: dayAhead[slot]!, crps: crps[slot]! };
    const sample = sampleOf(slots, slot, scored, bands, slot);
    for (const keeper of ofDay) keeper.add(sample);
    keepers.byHour.of(hour).add(sample);
    if (leadHours[slot]! >= 0) keepers.byLeadHour.of(leadHours[slot]!).add(sample);
    if (isShared[slot] === 1) keepers.shared.add(sample);
    for (const block of blocks)
      if (isInBlock(block, day, hour)) keepers.byBlock.of(block.name).add(sample);
  }
  return keepers.scores(blocks);
}
