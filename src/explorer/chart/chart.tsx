// The chart: legend, readout, plot and caption; read with mouse, finger or keyboard alike.

import {
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { absenceText, captionTexts } from '#explorer/chart/caption.ts';
import type { Plot } from '#explorer/chart/drawing/plot.ts';
import { KEYS_HELP } from '#explorer/chart/input/chart-keys.ts';
import { useChartHeight } from '#explorer/chart/input/use-chart-height.ts';
import { useCursor } from '#explorer/chart/input/use-cursor.ts';
import { useGestures } from '#explorer/chart/input/use-gestures.ts';
import { useKeyboard } from '#explorer/chart/input/use-keyboard.ts';
import { usePartialDrawing } from '#explorer/chart/input/use-partial-drawing.ts';
import { usePlot } from '#explorer/chart/input/use-plot.ts';
import { useZoom } from '#explorer/chart/input/use-zoom.ts';
import { Legend } from '#explorer/chart/legend.tsx';
import { Readout } from '#explorer/chart/readout.tsx';
import type { ChartHandle, ChartHiding, ChartProps } from '#explorer/chart/scene/chart-data.ts';
import { makeScene } from '#explorer/chart/scene/scene.ts';
import { useAnnouncement } from '#explorer/chart/use-announcement.ts';
import { wholeSpan } from '#view/chart/chart-span';
import '#explorer/chart/chart.css';

const DEFAULT_HEIGHT = 360;
const NONE: readonly string[] = [];

export function Chart(props: ChartProps & { readonly ref?: Ref<ChartHandle> }) {
  const { title, series, now, legendEnd, zooming, hiding, ref } = props;
  const height = useChartHeight(props.height ?? DEFAULT_HEIGHT);
  const helpId = useId();
  const host = useRef<HTMLDivElement>(null);
  const [hidden, toggle] = useHiddenLines(hiding);
  const [announcement, announce] = useAnnouncement();
  const scene = useScene(props, hidden);
  const whole = useMemo(() => wholeSpan(series, now), [series, now]);
  const zoom = useZoom(whole, zooming);
  const { span, isZoomed } = zoom;
  const { cursor, pointAt, pick } = useCursor(scene, props);
  const plot = usePlot(host, { scene, span, height, cursor });
  usePictureHandle(ref, title, plot);

  const target = { whole: zoom.limits, zoomTo: zoom.zoomTo, reset: zoom.reset, pointAt, pick };
  const gestures = useGestures(host, plot, target);
  const { onKeyDown, reset } = useKeyboard({ ...target, scene, zoom, cursor, announce });
  const emptyText = useMemo(() => absenceText(scene, span, isZoomed), [scene, span, isZoomed]);

  return (
    <div className="chart">
      <div className="chart-head">
        <Legend scene={scene} onToggle={toggle} end={legendEnd} />
        {isZoomed && (
          <button type="button" className="chart-reset" onClick={reset}>
            Show all
          </button>
        )}
      </div>
      <Readout scene={scene} cursor={cursor} span={span} />
      <div
        className="chart-plot"
        role="application"
        aria-roledescription="chart"
        aria-label={title}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of a chart work on the chart itself
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...gestures}
      >
        <div ref={host} className="chart-canvas" />
        {emptyText !== undefined && <p className="chart-empty">{emptyText}</p>}
      </div>
      <p className="chart-caption">{captionTexts(scene, span).join(' · ')}</p>
      <p id={helpId} className="hidden-text">
        {KEYS_HELP}
      </p>
      <p className="hidden-text" role="status">
        {announcement}
      </p>
    </div>
  );
}

/** What is drawn: the lines in sight, and how they look. */
function useScene(props: ChartProps, hidden: ReadonlySet<string>) {
  const { series, zone, now, nowLabel } = props;
  const { includesZero = false, logScale, trace, underlay, labelled } = props;
  const drawPartial = usePartialDrawing(series);
  return useMemo(() => {
    const look = { includesZero, logScale, trace, drawPartial, underlay, labelled };
    return makeScene(series, hidden, { zone, now, nowLabel, ...look });
  }, [
    series,
    hidden,
    zone,
    now,
    nowLabel,
    includesZero,
    logScale,
    trace,
    drawPartial,
    underlay,
    labelled,
  ]);
}

/** The ids of the series that a person switched off, and the switch. */
function useHiddenLines(hiding: ChartHiding | undefined) {
  const [own, setOwn] = useState<readonly string[]>(NONE);
  const names = hiding?.hidden ?? own;
  const hidden = useMemo(() => new Set(names), [names]);
  const toggle = (seriesIds: readonly string[], isShown: boolean): void => {
    const others = names.filter((id) => !seriesIds.includes(id));
    (hiding?.onHide ?? setOwn)(isShown ? others : [...others, ...seriesIds]);
  };
  return [hidden, toggle] as const;
}

/** Lets the page ask for a picture of the chart through its ref. */
function usePictureHandle(
  ref: Ref<ChartHandle> | undefined,
  title: string,
  plot: RefObject<Plot | undefined>,
): void {
  useImperativeHandle(
    ref,
    () => ({
      toPng: async () => {
        // A picture is wanted seldom: its code loads with the first.
        const { makePicture } = await import('#explorer/chart/drawing/picture.ts');
        if (!plot.current) throw new Error('The chart is not shown.');
        return makePicture(title, plot.current);
      },
    }),
    [title, plot],
  );
}
