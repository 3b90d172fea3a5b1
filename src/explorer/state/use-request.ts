// Loading data for a view: the old answer stays (dimmed) until the new one is there, the newest
// request wins, a fault that may pass is tried again, and a token that ended asks for a sign-in
// without losing the place.

import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#client/api-error';
import { retryDelayMs } from '#explorer/state/retry-delay.ts';
import { dropSession } from '#explorer/state/session.ts';

export interface Loaded<T> {
  /** The newest answer there is; of an earlier request while `isLoading`. */
  readonly data: T | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  retry(): void;
}

/**
 * Runs `load` whenever `key` changes; `undefined` as key loads nothing. `load` must depend on
 * nothing but what the key says.
 */
export function useRequest<T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'retry'>>({
    data: undefined,
    error: undefined,
    isLoading: key !== undefined,
  });
  const [attempt, setAttempt] = useState(0);
  const failures = useRef({ key, count: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the load
  useEffect(() => {
    if (key === undefined) return undefined;
    const aborter = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (failures.current.key !== key) failures.current = { key, count: 0 };
    setState(({ data }) => ({ data, error: undefined, isLoading: true }));
    load(aborter.signal).then(
      (data) => {
        failures.current.count = 0;
        setState({ data, error: undefined, isLoading: false });
      },
      (error: Error) => {
        if (aborter.signal.aborted) return;
        if (error instanceof ApiError && error.status === 401) dropSession();
        setState(({ data }) => ({ data, error, isLoading: false }));
        const waitMs = retryDelayMs(error, failures.current.count++);
        if (waitMs !== undefined)
          timer = setTimeout(() => setAttempt((count) => count + 1), waitMs);
      },
    );
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [key, attempt]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...state, retry };
}
