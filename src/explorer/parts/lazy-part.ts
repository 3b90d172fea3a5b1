// Components that load when they are first shown. React's `lazy` expects a default export; ours are
// named.

import { type ComponentType, lazy } from 'react';

export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() => load().then((part) => ({ default: part })));
