// Changes for tests, as the server tells them.

import type { EventRecord } from '#contract/changes';

/** A change of a series; the first two letters of its code are its area. */
export const changeOf = (
  id: number,
  series = 'dehrprice',
  facts: Partial<EventRecord> = {},
): EventRecord => ({
  ...{ id: String(id), type: 'values.changed', time: '2026-11-13T08:00:00Z', series },
  ...{ area: series.slice(0, 2).toUpperCase(), category: series.slice(2) },
  ...{ from: '2026-11-13T07:00:00Z', to: '2026-11-13T08:00:00Z', points: 2 },
  ...{ analyzedTime: null, source: null, links: { data: '', asOf: null } },
  ...facts,
});
