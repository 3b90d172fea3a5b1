// Public holidays of an area. Only processes that forecast or score need them, so the table is loaded then.

import type { IsHoliday } from '#core/market/holidays';

/** Returns the test for an area's holidays; undefined if they are not known. */
export async function holidaysOf(area: string): Promise<IsHoliday | undefined> {
  const table = await import('#core/market/holidays');
  return table.holidaysOf(area);
}
