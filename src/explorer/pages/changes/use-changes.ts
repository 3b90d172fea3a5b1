// Loads what changed since the time that a view names.

import { readChangedAreas } from '#client/change-log';
import type { ChangesAnswer } from '#contract/changes';
import type { Instant } from '#core/time/instant';
import { client } from '#explorer/state/session.ts';
import { type Loaded, useRequest } from '#explorer/state/use-request.ts';
import type { ChangesView } from '#view/address/changes-address';
import { type SinceClock, sinceInstant } from '#view/tables/since';

export function useChanges(view: ChangesView, clock: SinceClock): Loaded<ChangesAnswer> {
  const since = sinceText(view.since, sinceInstant(view.since, clock));
  const { category, source } = view;
  return useRequest(`${since} ${category} ${source}`, (signal) =>
    readChangedAreas(
      client.transport,
      { since, category, ...(source === '' ? { oneSource: 'true' } : { source }) },
      { signal },
    ),
  );
}

/** What the server is asked for: an instant with its milliseconds, or a text that it refuses in words. */
const sinceText = (typed: string, instant: Instant | undefined): string =>
  instant === undefined ? typed : new Date(instant).toISOString();
