// The line under a chart: which gaps can be seen, and what the lighter parts mean. Also the text of an
// empty chart.

import { readLines, type Scene, shownLines } from '#explorer/chart/scene/scene.ts';
import { spanText } from '#view/axes/time-text';
import { clockChangeDays } from '#view/chart/clock-changes';
import { findGaps, gapsIn } from '#view/chart/find-gaps';
import type { ChartSpan } from '#view/chart/frame';
import { indicesIn, type Line, valueRange } from '#view/chart/line';

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
export function gapTexts(scene: Scene, span: ChartSpan): string[] {
  const lines = readLines(scene);
  const hasYear = span.end - span.start >= LONG_SPAN;
  const found = lines.flatMap((line) =>
    gapsIn(gapsOf(line), span).map((gap) => ({ gap, label: line.series.label })),
  );
  found.sort((a, b) => a.gap.start - b.gap.start);
  const texts = found.slice(0, MOST_GAPS).map(({ gap, label }) => {
    const name = lines.length > 1 ? `gap in ${label}` : 'gap';
    return `${name} ${spanText(gap.start, gap.end, scene.zone, hasYear)}`;
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
const clockChangeTexts = ({ zone }: Scene, span: ChartSpan): string[] =>
  clockChangeDays(span, zone)
    .slice(0, MOST_CLOCK_CHANGES)
    .map(({ start, end, hours }) => `${spanText(start, end, zone)} has ${hours} h`);

/** Explains what a person may wonder about in the part shown. */
export function captionTexts(scene: Scene, span: ChartSpan): string[] {
  const texts = gapTexts(scene, span);
  if (readLines(scene).some((line) => hasForecastIn(line, span)))
    texts.push('thin and dashed: forecast');
  if (readLines(scene).some((line) => hasPartialIn(line, span)))
    texts.push('hatched: the period is not complete');
  if (scene.now < span.end) texts.push('shaded: after now');
  texts.push(...clockChangeTexts(scene, span));
  return texts;
}

/** Says why nothing is drawn; undefined if something is. */
export function absenceText(scene: Scene, span: ChartSpan, isPart: boolean): string | undefined {
  const shown = shownLines(scene);
  if (valueRange(shown, span)) return undefined;
  if (scene.lines.length > 0 && shown.length === 0) return 'all lines are switched off';
  return isPart ? 'no values in this part' : 'no values';
}
