// A source's day-ahead forecast in groups: as a whole, by hour block, month and day type, and on the slots
// that every source has.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { civilOfDay, weekdayOf } from '#core/time/civil';
import type { Block, BlockTable } from '#core/values/blocks';
import { FigureKeeper, type Figures, KeeperTable } from '#service/accuracy/score-figures';
import { SLOTS_PER_TURN, type Slots } from '#service/accuracy/score-slots';
import type { Source } from '#service/accuracy/score-sources';
import type { IsHoliday } from '#service/holidays';

export const DAY_TYPES = ['working-day', 'saturday', 'sunday-or-holiday'] as const;
export type DayType = (typeof DAY_TYPES)[number];

export interface Group<Key> {
  readonly key: Key;
  readonly figures: Figures;
}

export interface DayAheadScore {
  readonly all: Figures;
  readonly sameHours: Figures;
  readonly byBlock: readonly Group<string>[];
  /** By market month: `2024-05`. */
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

/** The slots with an actual value and a day-ahead forecast of every source that made one. */
export function sameSlots(sources: readonly Source[], { actual }: Slots): Uint8Array {
  const compared = sources
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

/** Scores from the source's first forecast slot on, so that a day it left out counts as missing. */
export async function scoreDayAhead(
  source: Source,
  slots: Slots,
  isShared: Uint8Array,
  blocks: BlockTable,
  isHoliday: IsHoliday,
): Promise<DayAheadScore> {
  const all = new FigureKeeper();
  const shared = new FigureKeeper();
  const byBlock = new KeeperTable<string>();
  const byMonth = new KeeperTable<string>();
  const byDayType = new KeeperTable<DayType>();
  const first = source.dayAhead.findIndex((value) => !Number.isNaN(value));
  let [day, ofDay]: [number, FigureKeeper[]] = [Number.NaN, []];
  for (let slot = first < 0 ? slots.actual.length : first; slot < slots.actual.length; slot++) {
    if (slot % SLOTS_PER_TURN === 0) await nextTurn();
    if (slots.day[slot] !== day) {
      day = slots.day[slot]!;
      ofDay = [all, byMonth.of(monthOf(day)), byDayType.of(dayTypeOf(day, isHoliday))];
    }
    for (const keeper of ofDay) addSlot(keeper, source, slots, slot);
    if (isShared[slot] === 1) addSlot(shared, source, slots, slot);
    for (const block of blocks) {
      if (isInBlock(block, day, slots.hour[slot]!))
        addSlot(byBlock.of(block.name), source, slots, slot);
    }
  }
  const order = blocks.map(({ name }) => name);
  return {
    all: all.figures,
    sameHours: shared.figures,
    byBlock: byBlock.groups((a, b) => order.indexOf(a) - order.indexOf(b)),
    byMonth: byMonth.groups((a, b) => (a < b ? -1 : 1)),
    byDayType: byDayType.groups((a, b) => DAY_TYPES.indexOf(a) - DAY_TYPES.indexOf(b)),
  };
}

function addSlot(keeper: FigureKeeper, source: Source, slots: Slots, slot: number): void {
  keeper.add(slots, slot, source.dayAhead[slot]!);
  for (const [level, { lower, upper }] of source.bands)
    keeper.addBand(slots, slot, level, lower[slot]!, upper[slot]!);
}
