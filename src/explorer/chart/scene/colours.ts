// Colours come from the page's style, so that the canvas follows light and dark. Each has a dash
// pattern, so that lines differ in more than colour.

export interface Colours {
  /** The colours of series by style index. */
  readonly series: readonly string[];
  readonly ink: string;
  readonly inkDim: string;
  readonly axis: string;
  readonly grid: string;
  readonly zero: string;
  readonly shade: string;
  readonly card: string;
  /** Font family. */
  readonly font: string;
}

/** CSS pixels on and off. No pause is longer than four, so that it never hides a whole spike. */
export const DASHES: readonly (readonly number[])[] = [
  [],
  [6, 4],
  [2, 3],
  [10, 4, 2, 4],
  [12, 3, 2, 3, 2, 3],
  [8, 3],
  [4, 3],
  [1, 3],
];

export const STYLE_COUNT = DASHES.length;

/** The pattern of a line of a style; lines that are labelled at their ends are solid. */
export const dashOf = (style: number, isLabelled: boolean): readonly number[] =>
  isLabelled ? [] : DASHES[style % STYLE_COUNT]!;

export function readColours(element: Element): Colours {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  return {
    series: DASHES.map((_, index) => read(`--series-${index + 1}`)),
    ink: read('--ink'),
    inkDim: read('--ink-dim'),
    axis: read('--axis'),
    grid: read('--grid'),
    zero: read('--line-strong'),
    shade: read('--shade'),
    card: read('--card'),
    font: style.fontFamily,
  };
}
