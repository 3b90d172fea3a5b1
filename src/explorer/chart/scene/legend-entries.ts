// What a legend lists: every line, or one entry for many faint ones.

import { axisNote, type Scene, type SceneLine } from '#explorer/chart/scene/scene.ts';

/** The most faint lines with entries of their own; more share one entry. */
const MOST_FAINT = 4;

export interface LegendEntry {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly style: number;
  readonly isFaint: boolean;
  readonly isShown: boolean;
  /** The series that the entry stands for. */
  readonly seriesIds: readonly string[];
}

export function legendEntries(scene: Scene): LegendEntry[] {
  const isFaint = ({ line }: SceneLine): boolean => line.series.isFaint === true;
  const faint = scene.lines.filter(isFaint);
  const single =
    faint.length > MOST_FAINT ? scene.lines.filter((one) => !isFaint(one)) : scene.lines;
  const entries = single.map((one): LegendEntry => {
    const { id, label, style } = one.line.series;
    const note = axisNote(scene, one);
    const { isShown } = one;
    return { id, label, note, style, isFaint: isFaint(one), isShown, seriesIds: [id] };
  });
  if (faint.length <= MOST_FAINT) return entries;
  return [
    ...entries,
    {
      id: 'faint',
      label: `${faint.length} older runs`,
      note: '',
      style: faint[0]!.line.series.style,
      isFaint: true,
      isShown: faint.some(({ isShown }) => isShown),
      seriesIds: faint.map(({ line }) => line.series.id),
    },
  ];
}
