// A plot that is not over time: read with mouse, finger or keyboard like a chart.

import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { readColours } from '#explorer/chart/scene/colours.ts';
import { useAnnouncement } from '#explorer/chart/use-announcement.ts';
import {
  drawShape,
  type ShapePen,
  type ShapeScene,
} from '#explorer/pages/compare/shapes/shape-drawing.ts';
import { stopAfterKey } from '#explorer/pages/compare/shapes/shape-keys.ts';
import { makeShapePicture } from '#explorer/pages/compare/shapes/shape-picture.ts';
import { onThemeShown } from '#explorer/state/theme.ts';
import { useViewScope } from '#explorer/state/view-scope.ts';
import '#explorer/pages/compare/shapes/shape-plot.css';

/** What is read at one stop. */
export interface ShapeReading {
  readonly text: string;
  readonly x: number;
  readonly dots: readonly { readonly y: number; readonly style: number }[];
}

interface ShapePlotProps {
  /** What the plot shows, for people who cannot see it. */
  readonly title: string;
  /** Must stay the same object while nothing changes. */
  readonly scene: ShapeScene;
  /** What is said while nothing is read. */
  readonly idleText: string;
  readonly stopCount: number;
  readonly readAt: (stop: number) => ShapeReading;
  /** The stop nearest to a point of the plot, in values of the axes; `ratio` is of their lengths on the screen. */
  readonly stopNear: (x: number, y: number) => number;
  readonly ref?: Ref<ChartHandle>;
}

const HEIGHT = 420;
const HELP =
  'Left and right arrows read the plot step by step, Page Up and Page Down in larger steps. Home and End go to its ends.';

export function ShapePlot(props: ShapePlotProps) {
  const { title, scene, idleText, stopCount, readAt, stopNear, ref } = props;
  const { chartHeight: height = HEIGHT } = useViewScope();
  const helpId = useId();
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [stop, setStop] = useState<number>();
  const [announcement, announce] = useAnnouncement();
  const pen = useShapeCanvas(host, canvas, scene, height);
  useImperativeHandle(
    ref,
    () => ({ toPng: () => makeShapePicture(title, scene, canvas.current!) }),
    [title, scene],
  );
  const reading = stop !== undefined && stop < stopCount ? readAt(stop) : undefined;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setStop(undefined);
    const next = stopAfterKey(event, stop, stopCount);
    if (next === undefined) return;
    event.preventDefault();
    setStop(next);
    announce(readAt(next).text);
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (!pen || stopCount === 0) return;
    const at = valuesAt(pen, scene, event, canvas.current!);
    setStop(stopNear(at.x, at.y));
  };
  return (
    <div className="chart shape">
      <p className={reading ? 'chart-readout shape-readout' : 'chart-readout shape-readout dim'}>
        {reading?.text ?? idleText}
      </p>
      <div
        ref={host}
        className="chart-plot shape-plot"
        style={{ height }}
        role="application"
        aria-roledescription="chart"
        aria-label={title}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of a plot work on the plot itself
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerMove}
        onPointerLeave={() => setStop(undefined)}
      >
        <canvas ref={canvas} />
        {reading && pen && <Marks pen={pen} reading={reading} />}
      </div>
      <p id={helpId} className="hidden-text">
        {HELP}
      </p>
      <p className="hidden-text" role="status">
        {announcement}
      </p>
    </div>
  );
}

/** The values of the axes beneath the pointer. */
function valuesAt(
  pen: ShapePen,
  { x, y }: ShapeScene,
  { clientX, clientY }: PointerEvent,
  canvas: HTMLCanvasElement,
) {
  const { ratio } = pen;
  const { left, top } = canvas.getBoundingClientRect();
  return {
    x: x.min + (((clientX - left) * ratio - pen.left) / pen.width) * (x.max - x.min),
    y: y.max - (((clientY - top) * ratio - pen.top) / pen.height) * (y.max - y.min),
  };
}

function Marks({ pen, reading }: { pen: ShapePen; reading: ShapeReading }) {
  const left = pen.xOf(reading.x) / pen.ratio;
  const [top, height] = [pen.top / pen.ratio, pen.height / pen.ratio];
  return (
    <>
      <div className="shape-cursor" style={{ transform: `translateX(${left}px)`, top, height }} />
      {reading.dots.map(({ y, style }) => (
        <div
          key={style}
          className={`chart-dot chart-style-${style + 1}`}
          style={{ transform: `translate(${left}px, ${pen.yOf(y) / pen.ratio}px)` }}
        />
      ))}
    </>
  );
}

/** Draws the scene whenever it, its size or the colours change. Returns the pen of the last drawing. */
function useShapeCanvas(
  host: React.RefObject<HTMLDivElement | null>,
  canvas: React.RefObject<HTMLCanvasElement | null>,
  scene: ShapeScene,
  height: number,
): ShapePen | undefined {
  const [pen, setPen] = useState<ShapePen>();
  useEffect(() => {
    // The refs are empty before this effect ends, and a last change of size may still arrive.
    const [room, element] = [host.current!, canvas.current!];
    const draw = (): void => {
      const size = { width: Math.floor(room.clientWidth), height };
      if (size.width === 0) return;
      const ratio = window.devicePixelRatio;
      element.width = Math.round(size.width * ratio);
      element.height = Math.round(size.height * ratio);
      element.style.width = `${size.width}px`;
      element.style.height = `${size.height}px`;
      setPen(drawShape(element.getContext('2d')!, scene, size, ratio, readColours(element)));
    };
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(room);
    const forget = onThemeShown(draw);
    return () => {
      observer.disconnect();
      forget();
    };
  }, [host, canvas, scene, height]);
  return pen;
}
