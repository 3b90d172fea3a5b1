// What draws periods that are not complete. It loads with the first of them: values as stored have none.

import { useEffect, useState } from 'react';
import type { DrawPartial } from '#explorer/chart/scene/scene.ts';
import type { ChartSeries } from '#view/chart/chart-series';

export function usePartialDrawing(series: readonly ChartSeries[]): DrawPartial | undefined {
  const [draw, setDraw] = useState<DrawPartial>();
  const isWanted = series.some(({ partial }) => partial?.size);
  useEffect(() => {
    if (!isWanted) return;
    import('#explorer/chart/drawing/draw-partial.ts').then(
      ({ drawPartial }) => setDraw(() => drawPartial),
      () => {},
    );
  }, [isWanted]);
  return draw;
}
