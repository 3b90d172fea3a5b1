// Loads every compared series by itself: each has its own state, so that one that fails leaves the
// others alone, and a change of one asks for no other again.

import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '#client/api-error';
import { type ComparedLine, loadLine } from '#explorer/pages/compare/load-line.ts';
import type { Slot } from '#explorer/pages/compare/slots.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import type { CompareView } from '#explorer/state/address.ts';
import { dropSession } from '#explorer/state/session.ts';

export interface LineState {
  /** The newest there is; of an earlier request while `isLoading`. */
  readonly line: ComparedLine | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
}

interface Running {
  readonly key: string;
  readonly aborter: AbortController;
}

const NOTHING: LineState = { line: undefined, error: undefined, isLoading: true };

/** The state of each slot, in order, and how to ask for one again. */
export function useLines(view: CompareView, slots: readonly Slot[], now: number) {
  const market = marketZoneOf(useAbout());
  const [states, setStates] = useState<ReadonlyMap<string, LineState>>(new Map());
  const [attempt, setAttempt] = useState(0);
  const running = useRef(new Map<string, Running>());
  const { from, to, resolution, zone } = view;
  const keyOf = ({ slot, shiftDays }: Slot): string =>
    [slot, shiftDays, from, to, resolution].join(' ');
  const wanted = slots.map(keyOf).join('\n');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` stands for view and slots
  useEffect(() => {
    const change = (slot: string, next: (held: LineState) => LineState): void =>
      setStates((held) => new Map(held).set(slot, next(held.get(slot) ?? NOTHING)));
    const kept = new Set(slots.map(({ slot }) => slot));
    for (const [slot, { aborter }] of running.current) {
      if (kept.has(slot)) continue;
      aborter.abort();
      running.current.delete(slot);
    }
    setStates((held) => new Map([...held].filter(([slot]) => kept.has(slot))));
    for (const one of slots) {
      const { slot } = one;
      const key = keyOf(one);
      const old = running.current.get(slot);
      if (old?.key === key) continue;
      old?.aborter.abort();
      const aborter = new AbortController();
      running.current.set(slot, { key, aborter });
      change(slot, ({ line }) => ({ line, error: undefined, isLoading: true }));
      loadLine(one, { from, to, resolution, zone }, now, market, aborter.signal).then(
        (line) => {
          if (aborter.signal.aborted) return;
          change(slot, () => ({ line, error: undefined, isLoading: false }));
        },
        (error: Error) => {
          if (aborter.signal.aborted) return;
          if (error instanceof ApiError && error.status === 401) dropSession();
          change(slot, () => ({ line: undefined, error, isLoading: false }));
        },
      );
    }
  }, [wanted, attempt]);

  useEffect(() => {
    const held = running.current;
    return () => {
      for (const { aborter } of held.values()) aborter.abort();
      held.clear();
    };
  }, []);

  const lines = useMemo(
    () => slots.map(({ slot }) => states.get(slot) ?? NOTHING),
    [slots, states],
  );
  const retry = (slot: string): void => {
    running.current.delete(slot);
    setAttempt((count) => count + 1);
  };
  return { lines, retry };
}
