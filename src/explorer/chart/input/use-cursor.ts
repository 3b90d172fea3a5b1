// The time at which the cursor is. It moves freely; the page hears the time stamp of what it reads.

import { useRef, useState } from 'react';
import type { ChartProps } from '#explorer/chart/scene/chart-data.ts';
import { readAt } from '#explorer/chart/scene/reading-text.ts';
import type { Scene } from '#explorer/chart/scene/scene.ts';

export function useCursor(
  scene: Scene,
  { onCursor, onPick, sharedCursor }: Pick<ChartProps, 'onCursor' | 'onPick' | 'sharedCursor'>,
) {
  const [own, setOwn] = useState<number>();
  const cursor = sharedCursor ? sharedCursor.time : own;
  const reported = useRef<number>(undefined);
  const stampAt = (time: number): number => readAt(scene, time).stretch?.start ?? time;

  const pointAt = (time: number | undefined): void => {
    (sharedCursor?.onPoint ?? setOwn)(time);
    const stamp = time === undefined ? undefined : stampAt(time);
    // Within one interval the page has nothing new to show.
    if (stamp === reported.current) return;
    reported.current = stamp;
    onCursor?.(stamp);
  };

  const pick = (time: number): void => {
    pointAt(time);
    onPick?.(stampAt(time));
  };

  return { cursor, pointAt, pick };
}
