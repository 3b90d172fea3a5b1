// What a chart draws. Times are seconds since 1970 UTC everywhere; the zone only labels them.

import type { ReactNode } from 'react';
import type { Zone } from '#core/time/zone';
import type { LineLabels } from '#explorer/chart/scene/line-labels.ts';
import type { Underlay } from '#explorer/chart/scene/underlay.ts';
import type { FitScale } from '#view/axes/value-splits';
import type { ChartSeries } from '#view/chart/chart-series';
import type { ChartSpan } from '#view/chart/frame';
import type { TraceLine } from '#view/chart/step-path';

/** A zoom that the page keeps: it loads the values of the part that is shown. */
export interface ChartZooming {
  /** The part shown; undefined is all of the series' loaded values. */
  readonly part: ChartSpan | undefined;
  /** How far a person may zoom out and pan. */
  readonly reach: ChartSpan;
  /** What was shown before zooming; undefined if nothing is zoomed. */
  readonly base: ChartSpan | undefined;
  /** The span of whole intervals nearest to a span. */
  readonly snap: (span: ChartSpan) => ChartSpan;
  /** Called when a person zooms or pans; undefined is what was shown before. */
  readonly onZoom: (span: ChartSpan | undefined) => void;
}

/** The lines that are switched off, as the page keeps them. */
export interface ChartHiding {
  /** The ids of the series. */
  readonly hidden: readonly string[];
  readonly onHide: (hidden: readonly string[]) => void;
}

/** A cursor that several charts share. */
export interface SharedCursor {
  readonly time: number | undefined;
  readonly onPoint: (time: number | undefined) => void;
}

export interface ChartProps {
  /** What the chart shows, for people who cannot see it: "Germany day-ahead price, EUR/MWh". */
  readonly title: string;
  readonly series: readonly ChartSeries[];
  /** The zone of axis and cursor labels. */
  readonly zone: Zone;
  /** The server's now: what follows is shaded. */
  readonly now: number;
  /** What the marker of now is called, if it is another time. */
  readonly nowLabel?: string | undefined;
  /** The height in CSS pixels; 360 by default. */
  readonly height?: number;
  /** Whether the value axis always includes zero. */
  readonly includesZero?: boolean;
  /** Fits a logarithmic value axis, if one is wanted. */
  readonly logScale?: FitScale | undefined;
  /** How lines are traced; as steps if left out. */
  readonly trace?: TraceLine | undefined;
  /** What is painted behind the lines. */
  readonly underlay?: Underlay | undefined;
  /** A last entry of the legend: the underlay's switch. */
  readonly legendEnd?: ReactNode;
  /** How far the page loads what is zoomed to, and what it shows in the meantime, if it loads it. */
  readonly zooming?: ChartZooming | undefined;
  /** The lines that are switched off, if the page keeps them. */
  readonly hiding?: ChartHiding | undefined;
  /** The labels at the ends of lines, if they have any. */
  readonly labelled?: LineLabels | undefined;
  /** The cursor that other charts share, if they do. */
  readonly sharedCursor?: SharedCursor | undefined;
  /** Called when a person picks a time (click or Enter). */
  readonly onPick?: (time: number) => void;
  /** Called as the cursor moves; undefined when it leaves. */
  readonly onCursor?: (time: number | undefined) => void;
}

/** What a page can ask of a chart through its ref. */
export interface ChartHandle {
  /** The picture as shown, with title and legend, on the card's background. */
  toPng(): Promise<Blob>;
}
