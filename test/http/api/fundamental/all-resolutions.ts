// One series of each native resolution, and its name in each interface.

import type { ResolutionName } from '#core/time/resolution';
import type { World } from '../../../../harness/world/world.ts';

export interface NativeCase {
  readonly code: string;
  readonly name: ResolutionName;
  /** `Resolution` of /meta and /meta/all. */
  readonly number: number;
  /** `Meta.resolution` of /series. */
  readonly title: string;
  /** Time stamp of the third value from 1 January 2024 on, market time. */
  readonly third: string;
}

export const NATIVE_CASES: readonly NativeCase[] = [
  { code: 'allhour', name: 'hour', number: 0, title: 'Hour', third: '2024-01-01T02:00:00' },
  { code: 'allday', name: 'day', number: 1, title: 'Day', third: '2024-01-03T00:00:00' },
  { code: 'allweek', name: 'week', number: 2, title: 'Week', third: '2024-01-15T00:00:00' },
  { code: 'allmonth', name: 'month', number: 3, title: 'Month', third: '2024-03-01T00:00:00' },
  {
    code: 'allquarter',
    name: 'quarter',
    number: 4,
    title: 'Quarter',
    third: '2024-07-01T00:00:00',
  },
  { code: 'allyear', name: 'year', number: 5, title: 'Year', third: '2026-01-01T00:00:00' },
  {
    code: 'allquarterhour',
    name: 'quarterhour',
    number: 6,
    title: 'QuarterHour',
    third: '2024-01-01T00:30:00',
  },
  {
    code: 'allhalfhour',
    name: 'halfhour',
    number: 7,
    title: 'HalfHour',
    third: '2024-01-01T01:00:00',
  },
];

/** 1 January 2024, a Monday, 00:00 market time. */
export const NEW_YEAR = '2023-12-31T23:00:00Z';

export async function loadAllResolutions(world: World): Promise<void> {
  for (const { code, name } of NATIVE_CASES) {
    await world.load({ code, resolution: name, from: NEW_YEAR, values: [1, 2, 3] });
  }
}
