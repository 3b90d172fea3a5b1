// The content of a panel from its request. A request that fails for a while leaves the last picture.

import type { ReactNode } from 'react';
import { useReport } from '#explorer/pages/boards/panels/panel-report.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { canRetry } from '#explorer/state/retry-delay.ts';
import type { Loaded } from '#explorer/state/use-request.ts';

interface PanelContentProps<T> {
  readonly loaded: Loaded<T>;
  readonly children: (data: T) => ReactNode;
}

export function PanelContent<T>({ loaded, children }: PanelContentProps<T>) {
  const { data, error, isLoading, retry } = loaded;
  const lastError = error ?? loaded.lastError;
  useReport(isLoading, lastError);
  if (error && (data === undefined || !canRetry(error)))
    return <Problem error={error} onRetry={retry} />;
  if (data === undefined) return <Loading />;
  return (
    <>
      <div className={isLoading ? 'is-stale' : undefined} aria-busy={isLoading}>
        {children(data)}
      </div>
      {lastError && <OldNote error={lastError} />}
    </>
  );
}

/** Says that what is shown is not the newest. */
export const OldNote = ({ error }: { readonly error: Error }) => (
  <p className="panel-old small" role="status">
    Not up to date: {error.message}
  </p>
);
