// The line under a chart: which gaps can be seen, and what the lighter parts mean. Pure.

import type { Zone } from '#core/time/zone';
import { spanText } from '#view/axes/time-text';
import { clockChangeDays } from '#view/chart/clock-changes';
import { findGaps, gapsIn } from '#view/chart/find-gaps';
import type { ChartSpan } from '#view/chart/frame';
import { indicesIn, type Line } from '#view/chart/line';

/** The lines that a caption speaks of. */
export interface CaptionedLines {
  readonly lines: readonly Line[];
  readonly zone: Zone;
  /** Seconds since 1970 UTC. */
  readonly now: number;
}

/** Further gaps are counted, not listed. */
const MOST_GAPS = 3;
/** Further days of clock changes are only marked. */
const MOST_CLOCK_CHANGES = 2;
/** A span at least this long, about a year, is written with its years. Seconds. */
const LONG_SPAN = 330 * 86_400;

// Zooming asks again and again for the gaps of the same lines.
const knownGaps = new WeakMap<Line, ChartSpan[]>();

function gapsOf(line: Line): ChartSpan[] {
  let gaps = knownGaps.get(line);
  if (!gaps) knownGaps.set(line, (gaps = findGaps(line)));
  return gaps;
}

/** Writes `gap Mon 9 Nov 15:00–23:00`, one text per gap, then `and 4 more gaps`. */
function gapTexts({ lines, zone }: CaptionedLines, span: ChartSpan): string[] {
  const hasYear = span.end - span.start >= LONG_SPAN;
  const whole = lines.filter(({ series }) => !series.isMark);
  const found = whole.flatMap((line) =>
    gapsIn(gapsOf(line), span).map((gap) => ({ gap, label: line.series.label })),
  );
  found.sort((a, b) => a.gap.start - b.gap.start);
  const texts = found.slice(0, MOST_GAPS).map(({ gap, label }) => {
    const name = whole.length > 1 ? `gap in ${label}` : 'gap';
    return `${name} ${spanText(gap.start, gap.end, zone, hasYear)}`;
  });
  const rest = found.length - texts.length;
  return rest > 0 ? [...texts, `and ${rest} more ${rest === 1 ? 'gap' : 'gaps'}`] : texts;
}

function hasForecastIn(line: Line, span: ChartSpan): boolean {
  const [from, to] = indicesIn(line, span);
  const forecast = line.values.subarray(Math.max(from, line.forecastFrom), to);
  return forecast.some((value) => !Number.isNaN(value));
}

function hasPartialIn(line: Line, span: ChartSpan): boolean {
  const { partial } = line.series;
  if (!partial?.size) return false;
  const [from, to] = indicesIn(line, span);
  return [...partial].some((index) => index >= from && index < to);
}

/** Writes `Sun 25 Oct has 25 h`, for the marks that only eyes can see. */
const clockChangeTexts = ({ zone }: CaptionedLines, span: ChartSpan): string[] =>
  clockChangeDays(span, zone)
    .slice(0, MOST_CLOCK_CHANGES)
    .map(({ start, end, hours }) => `${spanText(start, end, zone)} has ${hours} h`);

/** Explains what a person may wonder about in the part shown. */
export function captionTexts(shown: CaptionedLines, span: ChartSpan): string[] {
  const { lines, now } = shown;
  const texts = gapTexts(shown, span);
  if (lines.some((line) => hasForecastIn(line, span))) texts.push('thin and dashed: forecast');
  if (lines.some((line) => hasPartialIn(line, span)))
    texts.push('hatched: the period is not complete');
  if (now < span.end) texts.push('shaded: after now');
  texts.push(...clockChangeTexts(shown, span));
  return texts;
}
