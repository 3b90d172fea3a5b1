// A thin line under the header while the page waits for an answer.

import { useIsLoading } from '#explorer/state/loading.ts';

export const ProgressBar = () => (
  <div className="shell-progress" data-on={useIsLoading()} aria-hidden="true" />
);
