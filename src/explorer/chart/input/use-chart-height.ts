// The height of a chart: larger in a high window, no higher than a low one, and all of a full screen.

import { useSyncExternalStore } from 'react';
import { useViewScope } from '#explorer/state/view-scope.ts';

/** CSS pixels. In a window up to this height a chart has its own height. */
const USUAL_WINDOW = 900;
/** Below this a window is a phone on its side. */
const LOW_WINDOW = 500;
/** What else a full screen and a low window show. */
const AROUND_FULL = 250;
const AROUND_LOW = 160;
const LEAST = 180;
/** Small charts beside others stay small. */
const SMALL_CHART = 300;
const USUAL_CHART = 360;

export interface ChartWindow {
  readonly height: number;
  readonly isFullScreen: boolean;
}

/** The height of a chart that has `base` pixels in a usual window. Pure. */
export function chartHeight(base: number, { height, isFullScreen }: ChartWindow): number {
  if (base <= SMALL_CHART) return base;
  if (isFullScreen) return Math.max(LEAST, height - AROUND_FULL);
  if (height < LOW_WINDOW) return Math.max(LEAST, Math.min(base, height - AROUND_LOW));
  return Math.max(base, base + height - USUAL_WINDOW);
}

const shownHeight = (base: number): number =>
  chartHeight(base, {
    height: window.innerHeight,
    isFullScreen: document.fullscreenElement !== null,
  });

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  document.addEventListener('fullscreenchange', listener);
  return () => {
    window.removeEventListener('resize', listener);
    document.removeEventListener('fullscreenchange', listener);
  };
}

export function useChartHeight(base: number): number {
  const { chartHeight } = useViewScope();
  const height = useSyncExternalStore(subscribe, () => shownHeight(base));
  // Several charts in one panel are lower than one alone.
  return chartHeight === undefined
    ? height
    : Math.round(chartHeight * Math.min(1, base / USUAL_CHART));
}
