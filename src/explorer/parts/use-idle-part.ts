// A part that a page needs soon, but not for its first chart: it loads when that is drawn.

import { useEffect, useState } from 'react';
import { client } from '#explorer/state/session.ts';

/** The time after which idle parts load: the first chart is drawn by then. */
const LOAD_AFTER_MS = 1_500;

/** What is loaded, by its `load`: it is shown at once from then on. */
const loaded = new Map<unknown, unknown>();

let asking: Promise<unknown> | undefined;

/** Waits for an answer of the server; parts that ask at the same time share it. */
const serverAnswers = (): Promise<unknown> =>
  (asking ??= client.about().finally(() => {
    asking = undefined;
  }));

/**
 * The part that `load` brings; undefined until then. `load` must stay the same function. It is tried only if the
 * server answers: browsers try a file once.
 */
export function useIdlePart<T>(load: () => Promise<T>): T | undefined {
  const [, setCount] = useState(0);
  useEffect(() => {
    if (loaded.has(load)) return undefined;
    const bring = async (): Promise<void> => {
      await serverAnswers();
      loaded.set(load, await load());
      setCount((count) => count + 1);
    };
    const timer = setTimeout(() => bring().catch(() => {}), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [load]);
  return loaded.get(load) as T | undefined;
}
