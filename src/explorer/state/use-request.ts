// Loading data for a view. The old answer stays (dimmed) until the new one arrives, and the newest
// request wins. What is shown already is asked for again quietly, if a round says so. A request whose fault may
// pass is repeated. A session that ended asks for a sign-in, and the view stays.

import { useCallback, useEffect, useRef, useState } from 'react';
import { ConnectionError } from '#client/api-error';
import { useIsDown } from '#explorer/state/connection.ts';
import { beginLoading } from '#explorer/state/loading.ts';
import { canRetry, retryDelayMs } from '#explorer/state/retry-delay.ts';
import { dropRefusedSession } from '#explorer/state/session.ts';
import { useViewScope } from '#explorer/state/view-scope.ts';

export interface Loaded<T> {
  /** The newest answer; while `isLoading`, that of an earlier request. */
  readonly data: T | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  /** Why the newest request failed, also if the data of the one before stays in sight. */
  readonly lastError?: Error | undefined;
  retry(): void;
}

type State<T> = Omit<Loaded<T>, 'retry'>;
const EMPTY = { data: undefined, error: undefined };

/** The wait before a quiet request is repeated. */
const QUIET_RETRY_MS = 15_000;

/**
 * Runs `load` whenever `requestKey` changes; undefined loads nothing. `load` must depend on nothing that
 * the key does not name.
 */
export function useRequest<T>(
  requestKey: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
): Loaded<T> {
  const [state, setState] = useState<State<T>>({ ...EMPTY, isLoading: requestKey !== undefined });
  const [attempt, setAttempt] = useState(0);
  const { round } = useViewScope();
  const failures = useRef({ requestKey, count: 0 });
  /** The request whose answer is shown. */
  const shownKey = useRef<string>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the load
  useEffect(() => {
    if (requestKey === undefined) return undefined;
    const aborter = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (failures.current.requestKey !== requestKey) failures.current = { requestKey, count: 0 };
    const isQuiet = shownKey.current === requestKey;
    if (!isQuiet) setState(({ data }) => ({ data, error: undefined, isLoading: true }));
    const endLoading = beginLoading();
    load(aborter.signal)
      .finally(endLoading)
      .then(
        (data) => {
          failures.current.count = 0;
          shownKey.current = requestKey;
          setState({ data, error: undefined, isLoading: false });
        },
        (error: Error) => {
          if (aborter.signal.aborted) return;
          dropRefusedSession(error);
          const isKept = isQuiet && canRetry(error);
          if (!isKept) shownKey.current = undefined;
          setState(({ data }) => ({
            data,
            error: isKept ? undefined : error,
            lastError: error,
            isLoading: false,
          }));
          const waitMs = isKept ? QUIET_RETRY_MS : retryDelayMs(error, failures.current.count++);
          if (waitMs !== undefined)
            timer = setTimeout(() => setAttempt((count) => count + 1), waitMs);
        },
      );
    return () => {
      clearTimeout(timer);
      endLoading();
      aborter.abort();
    };
  }, [requestKey, attempt, round]);

  useReturn(state.lastError, setAttempt);
  const retry = useCallback(() => {
    shownKey.current = undefined;
    setAttempt((count) => count + 1);
  }, []);
  return { ...state, retry };
}

/** Tries again when a server that could not be reached is back. */
function useReturn(
  lastError: Error | undefined,
  setAttempt: (next: (count: number) => number) => void,
): void {
  const isLost = lastError instanceof ConnectionError;
  const isDown = useIsDown();
  useEffect(() => {
    if (isLost && !isDown) setAttempt((count) => count + 1);
  }, [isLost, isDown, setAttempt]);
}
