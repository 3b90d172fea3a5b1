// Loading for an operator's page: if the server says that the role is gone, the page becomes the plain one.

import { useEffect } from 'react';
import { isRoleMissing } from '#explorer/pages/operator/parts/operator-client.ts';
import { dropRole } from '#explorer/state/session.ts';
import { type Loaded, useRequest } from '#explorer/state/use-request.ts';

export function useOperatorRequest<T>(
  requestKey: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
): Loaded<T> {
  const loaded = useRequest(requestKey, load);
  const isMissing = isRoleMissing(loaded.error);
  useEffect(() => {
    if (isMissing) dropRole();
  }, [isMissing]);
  return loaded;
}
