// What draws a chosen look of the chart. It loads when one is chosen.

import { useEffect, useState } from 'react';
import type { ExploreView } from '#view/address/explore-address';

type Looks = typeof import('#explorer/pages/explore/chart-looks.ts');

/** Undefined until it is loaded, or if no look is chosen. */
export function useLooks({ log, area, line }: ExploreView): Looks | undefined {
  const [looks, setLooks] = useState<Looks>();
  const isWanted = log || area || line;
  useEffect(() => {
    if (isWanted) import('#explorer/pages/explore/chart-looks.ts').then(setLooks, () => {});
  }, [isWanted]);
  return isWanted && looks;
}
