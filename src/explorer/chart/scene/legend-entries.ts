// What a legend lists: every line, or one entry for many faint ones.

import { axisNote, type Scene, type SceneLine } from '#explorer/chart/scene/scene.ts';

/** More faint lines than this share one entry. */
const MOST_FAINT = 4;

export interface LegendEntry {
  readonly key: string;
  readonly label: string;
  readonly note: string;
  readonly style: number;
  readonly isFaint: boolean;
  readonly isShown: boolean;
  readonly ids: readonly string[];
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
    return { key: id, label, note, style, isFaint: isFaint(one), isShown, ids: [id] };
  });
  if (faint.length <= MOST_FAINT) return entries;
  return [
    ...entries,
    {
      key: 'faint',
      label: `${faint.length} older runs`,
      note: '',
      style: faint[0]!.line.series.style,
      isFaint: true,
      isShown: faint.some(({ isShown }) => isShown),
      ids: faint.map(({ line }) => line.series.id),
    },
  ];
}
