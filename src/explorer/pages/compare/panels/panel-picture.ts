// One picture of several charts that stand above each other.

import { type Ref, type RefObject, useImperativeHandle } from 'react';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';

/** Lets a page ask for a picture of all charts of a map, in its order. */
export function usePanelPicture(
  ref: Ref<ChartHandle>,
  handles: RefObject<ReadonlyMap<string, ChartHandle>>,
): void {
  useImperativeHandle(
    ref,
    () => ({
      toPng: async () => {
        const pictures = await Promise.all(
          [...handles.current.values()].map((handle) => handle.toPng()),
        );
        return pictures.length === 1 ? pictures[0]! : stackPictures(pictures);
      },
    }),
    [handles],
  );
}

async function stackPictures(pictures: readonly Blob[]): Promise<Blob> {
  const bitmaps = await Promise.all(pictures.map((picture) => createImageBitmap(picture)));
  const canvas = new OffscreenCanvas(
    Math.max(...bitmaps.map(({ width }) => width)),
    bitmaps.reduce((sum, { height }) => sum + height, 0),
  );
  const ctx = canvas.getContext('2d')!;
  let top = 0;
  for (const bitmap of bitmaps) {
    ctx.drawImage(bitmap, 0, top);
    top += bitmap.height;
  }
  return canvas.convertToBlob({ type: 'image/png' });
}
