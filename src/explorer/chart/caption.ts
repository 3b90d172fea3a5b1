// The line under a chart, and the text of an empty chart.

import { readLines, type Scene, shownLines } from '#explorer/chart/scene/scene.ts';
import { captionTexts as textsOfLines } from '#view/chart/caption-texts';
import type { ChartSpan } from '#view/chart/frame';
import { valueRange } from '#view/chart/line';

/** Explains what a person may wonder about in the part shown. */
export const captionTexts = (scene: Scene, span: ChartSpan): string[] =>
  textsOfLines({ ...scene, lines: readLines(scene) }, span);

/** Says why nothing is drawn; undefined if something is. */
export function absenceText(scene: Scene, span: ChartSpan, isPart: boolean): string | undefined {
  const shown = shownLines(scene);
  if (valueRange(shown, span)) return undefined;
  if (scene.lines.length > 0 && shown.length === 0) return 'all lines are switched off';
  return isPart ? 'no values in this part' : 'no values';
}
