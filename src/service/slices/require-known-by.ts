// Refuses a question about what was known by a time of which the record has been compacted.

import { refuseField } from '#core/errors';
import { isEmpty } from '#core/time/span';
import { issueTimesFor, knownUntil } from '#core/values/slice-rule';
import { historyGone, type ServiceContext } from '#service/context';
import type { SettledSlice } from '#service/slices/settle-slice';

/** Refuses a slice of a time before the record begins. `present` knows how far the record goes back; `past` is the state that is asked about. */
export async function requireKnownBy(
  { request, series, intervals, issued, grid }: SettledSlice,
  present: ServiceContext,
  past: ServiceContext,
): Promise<void> {
  const { lead, selectors, names } = request;
  const { historyFrom } = present.store;
  if (selectors.knownBy === undefined || !historyFrom || isEmpty(intervals)) return;
  const stored = await past.store.findIssueTimes(series.key);
  if (!stored) return;
  const wanted = 'delivery' in lead ? issued : issueTimesFor(lead, intervals, grid, past.zone);
  const first = Math.max(stored.start, wanted.start);
  if (first >= Math.min(stored.end, wanted.end)) return;
  const until = knownUntil(selectors, first);
  const message = await historyGone({ historyFrom: () => present.store.historyFrom!() }, until);
  if (message !== undefined) throw refuseField('history_gone', names.knownBy, message);
}
