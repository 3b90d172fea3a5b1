// The zoom: which part of the chart is shown.

import { useEffect, useMemo, useState } from 'react';
import { fitSpan, isAboutSame } from '#explorer/chart/input/chart-span.ts';
import type { ChartProps } from '#explorer/chart/scene/chart-data.ts';
import type { ChartSpan } from '#explorer/chart/scene/frame.ts';

/** A part that a person chose, and the whole it was chosen from. */
interface Zoom {
  readonly span: ChartSpan;
  readonly whole: ChartSpan;
}

/** The part shown. It stays while data of the same span is reloaded, and ends with another span. */
export function useZoom(whole: ChartSpan, onZoom: ChartProps['onZoom']) {
  const [zoom, setZoom] = useState<Zoom>();
  const isKept = zoom !== undefined && isAboutSame(zoom.whole, whole);
  const span = useMemo(
    () => (isKept ? (fitSpan(zoom.span, whole) ?? whole) : whole),
    [isKept, zoom, whole],
  );
  const isLost = zoom !== undefined && !isKept;
  useEffect(() => {
    if (!isLost) return;
    setZoom(undefined);
    onZoom?.(undefined);
  }, [isLost, onZoom]);
  const zoomTo = (part: ChartSpan | undefined): void => {
    setZoom(part && { span: part, whole });
    onZoom?.(part);
  };
  return [span, span !== whole, zoomTo] as const;
}
