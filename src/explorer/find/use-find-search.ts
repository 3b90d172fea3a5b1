// The state of Find: what is typed, what is found, and which row is active.

import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SeriesEntry } from '#explorer/find/search/series-entry.ts';
import { loadSeriesIndex, useSeriesIndex } from '#explorer/find/search/series-index.ts';
import { useSeriesSearch } from '#explorer/find/use-series-search.ts';
import { takeTypedAhead } from '#explorer/state/find-opening.ts';
import { usePins } from '#explorer/state/pinned-series.ts';
import { readRecent } from '#explorer/state/recent-series.ts';
import { client, useSession } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';

export type FindSearch = ReturnType<typeof useFindSearch>;

export function useFindSearch() {
  const session = useSession();
  const sessionId = session?.id ?? '';
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const recent = useMemo(readRecent, []);
  const pins = usePins(session?.userName ?? '');
  // A pin set while the dialog is open moves no row.
  const [listed] = useState(pins);
  const index = useSeriesIndex();
  const found = useSeriesSearch(typed, index, recent, listed);
  const planName = usePlanName(found.entries, sessionId);

  // The dialog is open and its field has the focus: it takes over what was typed before.
  useEffect(() => {
    const ahead = takeTypedAhead();
    if (ahead !== '') setTyped((text) => ahead + text);
  }, []);

  const load = useCallback(() => loadSeriesIndex(sessionId, Date.now()), [sessionId]);
  useEffect(load, [load]);

  const type = (text: string): void => {
    setTyped(text);
    setActive(0);
  };
  return { typed, type, active, setActive, index, found, load, planName, pins };
}

/** The name of the user's plan, loaded if a match lies outside it. */
function usePlanName(entries: readonly SeriesEntry[], sessionId: string): string | undefined {
  const hasLocked = useMemo(() => entries.some(({ isSubscribed }) => !isSubscribed), [entries]);
  const account = useRequest(hasLocked ? `account ${sessionId}` : undefined, (signal) =>
    client.account({ signal }),
  );
  return account.data?.plan.name;
}
