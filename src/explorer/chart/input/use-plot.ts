// The life of a plot in React: made when its element has a width, fitted to it, repainted when the scene
// or the colour scheme changes, and removed with the component.

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Plot } from '#explorer/chart/drawing/plot.ts';
import { readColours } from '#explorer/chart/scene/colours.ts';
import type { Scene } from '#explorer/chart/scene/scene.ts';
import { onThemeShown } from '#explorer/state/theme.ts';
import { useViewScope } from '#explorer/state/view-scope.ts';
import type { ChartSpan } from '#view/chart/frame';

interface PlotContent {
  readonly scene: Scene;
  readonly span: ChartSpan;
  readonly height: number;
  /** The time that the cursor is on. */
  readonly cursor: number | undefined;
}

export function usePlot(
  host: RefObject<HTMLDivElement | null>,
  { scene, span, height, cursor }: PlotContent,
): RefObject<Plot | undefined> {
  const plot = useRef<Plot>(undefined);
  const { chartZoom } = useViewScope();
  const content = useRef({ scene, span, height });

  // This effect runs before the next one: a plot made there must have the newest content.
  useLayoutEffect(() => {
    const before = content.current;
    content.current = { scene, span, height };
    if (before.height !== height) {
      plot.current?.resize({ width: plot.current.size.width, height });
    }
    if (before.scene !== scene || before.span !== span) plot.current?.show(scene, span);
  }, [scene, span, height]);

  useLayoutEffect(() => {
    const element = host.current!;
    const fit = (width: number): void => {
      if (width <= 0) return;
      const size = { width, height: content.current.height };
      plot.current?.resize(size);
      plot.current ??= new Plot(
        element,
        size,
        { ...content.current, colours: readColours(element) },
        chartZoom,
      );
    };
    fit(Math.floor(element.clientWidth));
    const observer = new ResizeObserver(([entry]) => fit(Math.floor(entry!.contentRect.width)));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [host, chartZoom]);

  useEffect(() => {
    return onThemeShown(() => plot.current?.recolour(readColours(host.current!)));
  }, [host]);

  useLayoutEffect(() => plot.current?.moveCursor(cursor), [cursor]);

  return plot;
}
