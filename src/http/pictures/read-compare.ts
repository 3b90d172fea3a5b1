// Compare for a picture: each series on its own dates, drawn on those of the comparison.

import { formatUtc, SECOND_MS } from '#core/time/instant';
import type { Span } from '#core/time/span';
import { panelFault } from '#http/pictures/panel-faults';
import { type PanelReading, readColumns } from '#http/pictures/read-columns';
import { comparedSeries, type LoadedLine } from '#pictures/views/compare-view';
import type { CompareView } from '#view/address/address';
import { type ComparedSeries, comparedText } from '#view/address/comparison';
import { periodQuery } from '#view/address/period-query';
import { type ComparedLine, drawLine } from '#view/compare/draw-line';
import { resolveSpan, shiftSpan } from '#view/values/shift-span';

/** The lines by their names in the address; a text says why a line is missing. */
export async function readCompare(
  view: CompareView,
  reading: PanelReading,
): Promise<Map<string, LoadedLine>> {
  const loaded = new Map<string, LoadedLine>();
  for (const one of comparedSeries(view)) {
    try {
      loaded.set(comparedText(one), await readLine(one, view, reading));
    } catch (error) {
      loaded.set(comparedText(one), panelFault(error, one.seriesId, reading.caller));
    }
  }
  return loaded;
}

async function readLine(
  { seriesId, shiftDays }: ComparedSeries,
  { from, to, resolution, complete }: CompareView,
  reading: PanelReading,
): Promise<ComparedLine> {
  const market = reading.context.zone;
  const detail = { kinds: 'true', ...periodQuery(resolution, complete) };
  const query = { from, to, resolution, ...detail };
  const span =
    shiftDays === 0
      ? undefined
      : (resolveSpan(from, to, reading.now, market) ??
        (await spanOfSeries(seriesId, from, to, reading)));
  if (!span) return drawLine(await readColumns(seriesId, query, reading), shiftDays, market);
  const { start, end } = shiftSpan(span, shiftDays, market);
  const shifted = { ...query, from: formatUtc(start), to: formatUtc(end - 1) };
  return drawLine(await readColumns(seriesId, shifted, reading), shiftDays, market);
}

/** The span that `first`, `last` or an empty field mean for a series. */
async function spanOfSeries(
  seriesId: string,
  from: string,
  to: string,
  reading: PanelReading,
): Promise<Span | undefined> {
  const answer = await readColumns(seriesId, { from, to, resolution: 'year' }, reading);
  if (answer.from === null || answer.to === null) return undefined;
  // The answer gives the last instant in whole seconds.
  return { start: Date.parse(answer.from), end: Date.parse(answer.to) + SECOND_MS };
}
