// Loads each compared series on its own. Each has its own state: a failure of one leaves the others
// alone, and a change of one repeats no other request.

import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Zone } from '#core/time/zone';
import { loadLine } from '#explorer/pages/compare/lines/load-line.ts';
import type { Slot } from '#explorer/pages/compare/lines/slots.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { beginLoading } from '#explorer/state/loading.ts';
import { canRetry } from '#explorer/state/retry-delay.ts';
import { dropRefusedSession } from '#explorer/state/session.ts';
import { useViewScope } from '#explorer/state/view-scope.ts';
import type { CompareView } from '#view/address/address';
import type { ComparedLine } from '#view/compare/draw-line';

export interface LineState {
  /** The newest line; while `isLoading`, that of an earlier request. */
  readonly line: ComparedLine | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  /** The request that the line, or the error, is of. */
  readonly requestKey?: string;
}

type LineStates = ReadonlyMap<string, LineState>;

interface Running {
  readonly requestKey: string;
  readonly round: number;
  readonly aborter: AbortController;
}

/** The running requests by slot. */
type RunningLines = Map<string, Running>;

const NOTHING: LineState = { line: undefined, error: undefined, isLoading: true };

/** The state of each slot, in order, and a way to load one again. */
export function useLines(view: CompareView, slots: readonly Slot[], now: number) {
  const market = marketZoneOf(useAbout());
  const { round } = useViewScope();
  const [states, setStates] = useState<LineStates>(new Map());
  const [attempt, setAttempt] = useState(0);
  const running = useRunningLines();
  const wanted = slots.map((slot) => requestKeyOf(slot, view)).join('\n');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` stands for view and slots
  useEffect(() => {
    const change = (slotId: string, next: (before: LineState) => LineState): void =>
      setStates((before) => new Map(before).set(slotId, next(before.get(slotId) ?? NOTHING)));
    const slotIds = new Set(slots.map(({ id }) => id));
    abortOthers(running.current, slotIds);
    setStates((before) => new Map([...before].filter(([slotId]) => slotIds.has(slotId))));
    for (const slot of slots)
      startLine(slot, { view, now, market, round, change }, running.current);
  }, [wanted, attempt, round]);

  const lines = useMemo(() => slots.map(({ id }) => states.get(id) ?? NOTHING), [slots, states]);
  const retry = (slotId: string): void => {
    running.current.delete(slotId);
    setAttempt((count) => count + 1);
  };
  const isCurrent = slots.every((slot, i) => lines[i]!.requestKey === requestKeyOf(slot, view));
  return { lines, isCurrent, retry };
}

/** The running requests, which end with the page. */
function useRunningLines(): RefObject<RunningLines> {
  const running = useRef<RunningLines>(new Map());
  useEffect(() => {
    const lines = running.current;
    return () => {
      for (const { aborter } of lines.values()) aborter.abort();
      lines.clear();
    };
  }, []);
  return running;
}

/** What a slot's line depends on. */
const requestKeyOf = ({ id, shiftDays }: Slot, view: CompareView): string =>
  [id, shiftDays, view.from, view.to, view.resolution, view.complete].join(' ');

/** Aborts the requests of slots that are gone. */
function abortOthers(running: RunningLines, slotIds: ReadonlySet<string>): void {
  for (const [slotId, { aborter }] of running) {
    if (slotIds.has(slotId)) continue;
    aborter.abort();
    running.delete(slotId);
  }
}

interface LineRequest {
  readonly view: CompareView;
  readonly now: number;
  readonly market: Zone;
  readonly round: number;
  change(slotId: string, next: (before: LineState) => LineState): void;
}

/** Loads a slot's line, unless the same request was made before in this round. */
function startLine(slot: Slot, request: LineRequest, running: RunningLines): void {
  const { view, now, market, round, change } = request;
  const requestKey = requestKeyOf(slot, view);
  const previous = running.get(slot.id);
  if (previous?.requestKey === requestKey && previous.round === round) return;
  previous?.aborter.abort();
  const aborter = new AbortController();
  running.set(slot.id, { requestKey, round, aborter });
  // A line that is shown already is asked for again quietly.
  change(slot.id, (before) =>
    before.line && before.requestKey === requestKey && !before.error
      ? before
      : { ...before, error: undefined, isLoading: true },
  );
  const endLoading = beginLoading();
  aborter.signal.addEventListener('abort', endLoading);
  const loading = loadLine(slot, view, now, market, aborter.signal).finally(endLoading);
  loading.then(
    (line) => {
      if (aborter.signal.aborted) return;
      change(slot.id, () => ({ line, error: undefined, isLoading: false, requestKey }));
    },
    (error: Error) => {
      if (aborter.signal.aborted) return;
      dropRefusedSession(error);
      change(slot.id, (before) => {
        // A request that is repeated and fails for a while takes nothing away.
        const isKept = before.requestKey === requestKey && canRetry(error);
        return {
          line: isKept ? before.line : undefined,
          error,
          isLoading: false,
          requestKey,
        };
      });
    },
  );
}
