// A picture of what is drawn.

import type { RefObject } from 'react';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';

/** Why no picture can be made of an element that shows a notice. */
export const NOTHING_DRAWN = 'No picture: the notice in place of the chart says what is missing';

/** Makes a picture; fails in words if nothing is drawn. */
export async function takePicture({ current }: RefObject<ChartHandle | null>): Promise<Blob> {
  if (!current) throw new Error(NOTHING_DRAWN);
  return current.toPng();
}
