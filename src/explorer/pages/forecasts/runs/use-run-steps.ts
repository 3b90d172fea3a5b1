// Stepping through runs, one at a time: by buttons, slider and the keys ← and →. A run is asked for when
// the steps rest, so that a key held down asks for one run and not for all.

import { useEffect, useRef, useState } from 'react';
import type { OfferedRuns } from '#view/runs/offered-runs';

/** How long the steps rest before the run is requested. */
const REST_MS = 120;

/** −1 is the run before, 1 the run after. */
export type StepDirection = -1 | 1;

export interface RunSteps {
  /** The run that the steps have reached. */
  readonly run: string;
  moveTo(run: string): void;
  step(direction: StepDirection): void;
  /** Whether a run lies in this direction. */
  has(direction: StepDirection): boolean;
}

export function useRunSteps(
  { offered, chosen }: OfferedRuns,
  onChoose: (run: string) => void,
): RunSteps {
  const [draft, setDraft] = useState<string>();
  const run = draft ?? chosen;
  const choose = useRef(onChoose);
  choose.current = onChoose;
  useEffect(() => {
    if (draft === undefined) return undefined;
    const timer = setTimeout(() => {
      choose.current(draft);
      setDraft(undefined);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  // The newest is the first of the list.
  const neighbour = (direction: StepDirection): string | undefined =>
    offered[offered.indexOf(run) - direction];
  const step = (direction: StepDirection): void => {
    const next = neighbour(direction);
    if (next !== undefined) setDraft(next);
  };
  useStepKeys(step);
  return { run, moveTo: setDraft, step, has: (direction) => neighbour(direction) !== undefined };
}

const DIRECTIONS: Readonly<Record<string, StepDirection>> = { ArrowLeft: -1, ArrowRight: 1 };
/** What has a use of its own for the arrows. */
const OWN_ARROWS =
  'input:not([type="radio"]), select, textarea, dialog, [role="application"], [role="tablist"], .tiles';

function useStepKeys(step: (direction: StepDirection) => void): void {
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const direction = DIRECTIONS[event.key];
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (!direction || hasModifier || event.defaultPrevented || !isFree(event.target)) return;
      event.preventDefault();
      latest.current(direction);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** Whether the arrows have no other use at an element. A part that scrolls sideways needs them. */
function isFree(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest(OWN_ARROWS)) return false;
  const stop = target.closest('[tabindex="0"]');
  return !stop || stop.scrollWidth <= stop.clientWidth;
}
