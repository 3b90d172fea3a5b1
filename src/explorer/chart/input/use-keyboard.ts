// The keys of a chart: they move the cursor and the part shown, and announce the result.

import type { KeyboardEvent } from 'react';
import { chartAction } from '#explorer/chart/input/chart-keys.ts';
import { moveCursor } from '#explorer/chart/input/move-cursor.ts';
import type { ZoomState } from '#explorer/chart/input/use-zoom.ts';
import { readAt, readoutText } from '#explorer/chart/scene/reading-text.ts';
import { readLines, type Scene, shownLines } from '#explorer/chart/scene/scene.ts';
import { spanText } from '#view/axes/time-text';
import { panSpan, spanWith, zoomSpan } from '#view/chart/chart-span';
import type { ChartSpan } from '#view/chart/frame';

interface KeyboardTarget {
  readonly scene: Scene;
  readonly zoom: ZoomState;
  readonly cursor: number | undefined;
  pointAt(time: number | undefined): void;
  pick(time: number): void;
  announce(text: string): void;
}

export function useKeyboard(target: KeyboardTarget) {
  const { scene, zoom, cursor } = target;
  const { span, limits: whole } = zoom;

  const announceSpan = ({ start, end }: ChartSpan): void =>
    target.announce(`Showing ${spanText(start, end, scene.zone, true)}`);

  /** Shows a part and announces it. */
  const show = (part: ChartSpan | undefined): void => {
    const snapped = part && zoom.snap(part);
    zoom.zoomTo(snapped);
    announceSpan(snapped ?? whole);
  };

  const reset = (): void => {
    zoom.reset();
    announceSpan(zoom.base);
  };

  const read = (time: number | undefined): void => {
    if (time === undefined) return;
    target.pointAt(time);
    if (time < span.start || time > span.end) zoom.zoomTo(spanWith(span, whole, time));
    target.announce(readoutText(readAt(scene, time)));
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const action = chartAction(event);
    if (!action) return;
    event.preventDefault();
    const isCursorShown = cursor !== undefined && cursor >= span.start && cursor <= span.end;
    const around = isCursorShown ? cursor : (span.start + span.end) / 2;
    if (action.kind === 'zoom') show(zoomSpan(span, whole, action.factor, around));
    else if (action.kind === 'pan') {
      show(panSpan(span, whole, action.screens * (span.end - span.start)));
    } else if (action.kind === 'reset') reset();
    else if (action.kind === 'leave') target.pointAt(undefined);
    else if (action.kind === 'pick') target.pick(around);
    else {
      const lines = readLines(scene);
      const { zone, now } = scene;
      read(
        moveCursor(lines.length > 0 ? lines : shownLines(scene), cursor, action, {
          span,
          zone,
          now,
        }),
      );
    }
  };

  return { onKeyDown, reset };
}
